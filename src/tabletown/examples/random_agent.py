"""Random agents in an environment of PettingZoo: python -m tabletown.examples.random_agent [TITLE] [SEED]"""

import importlib
import sys


def main(title: str = "uptown", seed: int = 7) -> None:
    """Play one game and print every agent's reward, score and place."""
    env = importlib.import_module(f"tabletown.env.{title}_v2").env(players=2)
    env.reset(seed=seed)
    decisions = 0
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        if ended or cut:
            print(f"{agent}: reward {reward:g}, {info['score']} points, place {info['place']}")
            env.step(None)  # takes leave
            continue
        env.step(env.action_space(agent).sample(observation["action_mask"]))
        decisions += 1
    print(f"{decisions} decisions")
    env.close()


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
