// Keys: / goes to the search field, j and k go down and up through rows, o or Enter opens one, g then a letter changes the
// screen, ? shows all of them. Nothing happens while somebody types, or with Ctrl, Alt or Meta held.

const SCREENS = { h: "hooks", e: "executions", c: "conversations", t: "try", d: "health" };
let leader = 0;

const typing = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;

function move(step) {
  const links = [...document.querySelectorAll("[data-rows] > li > a")];
  if (!links.length) return;
  const here = links.indexOf(document.activeElement);
  const next = here < 0 ? (step > 0 ? 0 : links.length - 1) : here + step;
  links[Math.min(links.length - 1, Math.max(0, next))].focus();
}

function change(letter) {
  const screen = document.querySelector(`.top nav a[data-screen="${SCREENS[letter]}"]`);
  if (screen) screen.click();
}

const KEYS = {
  "/": () => document.querySelector("[data-search]")?.focus(),
  j: () => move(1),
  k: () => move(-1),
  o: () => document.activeElement.closest("[data-rows] > li > a")?.click(),
  g: () => (leader = Date.now()),
  "?": () => document.getElementById("keys").showModal(),
};

export function start() {
  document.addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.altKey || press.metaKey || document.querySelector("dialog[open]")) return;
    if (typing(press.target)) {
      if (press.key === "Escape") press.target.blur();
      return;
    }
    if (Date.now() - leader < 1000 && press.key in SCREENS) {
      leader = 0;
      change(press.key);
    } else if (press.key in KEYS) {
      press.preventDefault();
      KEYS[press.key]();
    }
  });
}
