// Times told from now ("3 min ago") stay true while the page is open; the exact time is in the title.

const STEPS = [
  [86_400, "day"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];

export function ago(at, now = Date.now() / 1000) {
  const passed = Math.max(0, now - at);
  const [unit, word] = STEPS.find(([seconds]) => passed >= seconds) ?? [];
  if (!unit) return "just now";
  const number = Math.floor(passed / unit);
  return `${number} ${word}${word === "day" && number > 1 ? "s" : ""} ago`;
}

export function exactly(at) {
  const time = new Date(at * 1000);
  const two = (number) => String(number).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":")}`;
}

function refresh() {
  if (document.hidden) return;
  for (const time of document.querySelectorAll("time[data-at]")) {
    const told = ago(Number(time.dataset.at));
    if (time.textContent !== told) time.textContent = told;
  }
}

export function start() {
  refresh();
  setInterval(refresh, 10_000);
  document.addEventListener("visibilitychange", refresh);
}
