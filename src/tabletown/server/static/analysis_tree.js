// The tree of what was tried in the analysis of a table, kept by this browser. A node is known by its ply of the game and
// the plies that were tried after it: "12|play cinema;site 4". Where a line leaves the game stands a node without plies.

const MOST = 200; // nodes; the ones that were not seen for longest go first
const WORDS = 200; // characters

export const keyOf = (ply, moves) => `${ply}|${moves.join(";")}`;
export const plyOf = (key) => Number(key.slice(0, key.indexOf("|")));
export const lineOf = (key) => key.slice(key.indexOf("|") + 1);
export const isGame = (key) => lineOf(key) === "";

export function parentOf(key) {
  if (isGame(key)) return null;
  return keyOf(plyOf(key), lineOf(key).split(";").slice(0, -1));
}

const place = (table) => `analysis:${table}`;

export function load(table) {
  try {
    const kept = JSON.parse(localStorage.getItem(place(table)));
    if (kept && typeof kept.nodes === "object" && Number.isInteger(kept.clock)) return kept;
  } catch { /* storage can be switched off, or hold anything */ }
  return { clock: 0, nodes: {} };
}

export function save(table, tree) {
  try { localStorage.setItem(place(table), JSON.stringify(tree)); } catch { /* as above */ }
}

// The nodes after a node, in the order in which they were first tried.
export function childrenOf(tree, key) {
  return Object.keys(tree.nodes).filter((one) => parentOf(one) === key).sort((a, b) => tree.nodes[a].first - tree.nodes[b].first);
}

// Where lines leave the game, in the order of the game.
export const leavings = (tree) => Object.keys(tree.nodes).filter(isGame).sort((a, b) => plyOf(a) - plyOf(b));

// The node after a node that was seen last; null without one.
export function lastSeen(tree, key) {
  return childrenOf(tree, key).sort((a, b) => tree.nodes[b].seen - tree.nodes[a].seen)[0] ?? null;
}

// Note the way to a position; returns the key of its node. `start` is where it leaves the game, `plies` what was tried.
export function remember(tree, ply, start, plies) {
  const now = ++tree.clock;
  const way = [start, ...plies];
  const moves = plies.map((one) => one.move);
  let key = "";
  way.forEach((said, number) => {
    key = keyOf(ply, moves.slice(0, number));
    const known = tree.nodes[key] ?? { first: now };
    const told = Object.fromEntries(["words", "public"].filter((name) => said[name]).map((name) => [name, said[name].slice(0, WORDS)]));
    tree.nodes[key] = { ...known, ...told, seat: said.seat, seen: now };
  });
  forget(tree, key);
  return key;
}

// Let go of places of the game from which nothing was tried, and of the oldest ends of lines if there are too many nodes.
function forget(tree, here) {
  for (const key of leavings(tree)) if (key !== here && !childrenOf(tree, key).length) delete tree.nodes[key];
  while (Object.keys(tree.nodes).length > MOST) {
    const parents = new Set(Object.keys(tree.nodes).map(parentOf));
    const ends = Object.keys(tree.nodes).filter((key) => !parents.has(key) && key !== here);
    if (!ends.length) return;
    delete tree.nodes[ends.reduce((a, b) => (tree.nodes[a].seen <= tree.nodes[b].seen ? a : b))];
  }
}

// Remove a branch; never the game's. Returns the node before it.
export function remove(tree, key) {
  const before = parentOf(key);
  if (before === null) return key;
  for (const one of Object.keys(tree.nodes)) if (one === key || one.startsWith(`${key};`)) delete tree.nodes[one];
  return before;
}

// The next branch above (-1) or below (1) a node, or beside the nearest node before it that has one; null without.
export function beside(tree, key, way) {
  for (let one = key; one !== null; one = parentOf(one)) {
    const all = isGame(one) ? leavings(tree) : childrenOf(tree, parentOf(one));
    const other = all[all.indexOf(one) + way];
    if (other) return other;
  }
  return null;
}
