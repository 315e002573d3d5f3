// Ask again when an answer got lost. Only for what may be asked twice: reading, and forms with a key.

export async function persist(ask) {
  for (const wait of [300, 1000, 3000]) {
    try {
      const answer = await ask();
      if (answer.status < 502) return answer;
    } catch { /* no answer at all */ }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return ask();
}
