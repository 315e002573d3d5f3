// The gallery of cards: filters while one types, exactly as the server does when the form is sent, and keeps the address
// of the page in step, so that a search can be passed on. A link to a card that a search hides ends the search.

import "./site.js";

const form = document.querySelector("form.find");
const cards = [...document.querySelectorAll("#cards li")];
const found = document.querySelector("[data-found]");
const none = document.querySelector("[data-none]");

const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/\u2019/g, "'").replace(/[\s\u2010-]+/g, " ").trim();

function filter() {
  const { q, group, type } = Object.fromEntries(new FormData(form));
  const words = plain(q).split(" ").filter(Boolean);
  for (const card of cards) {
    const { words: says, group: of, types } = card.dataset;
    const fits = words.every((word) => says.includes(word)) && (!group || group === of) && (!type || types.split("|").includes(type));
    card.hidden = !fits;
  }
  const left = cards.filter((card) => !card.hidden).length;
  found.textContent = left < cards.length || q || group || type ? `${left} of ${cards.length} cards` : `${cards.length} cards`;
  none.hidden = left > 0;
}

function remember() {
  const asked = [...new FormData(form)].filter(([, value]) => value.trim());
  history.replaceState(null, "", asked.length ? `?${new URLSearchParams(asked)}` : location.pathname);
}

function reveal() {
  const wanted = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!wanted?.hidden) return;
  for (const field of form.elements) if (field.name) field.value = "";
  filter();
  wanted.scrollIntoView();
}

form.addEventListener("input", () => { filter(); remember(); });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  filter();
  remember();
});
addEventListener("hashchange", reveal);
filter(); // a browser may have kept what was typed before a reload
reveal();
