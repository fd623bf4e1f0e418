// One line at the edge of the page that says what just happened, to eyes and to screen readers.

let timer = 0;

export function say(text, { bad = false } = {}) {
  const line = document.getElementById("said");
  line.classList.toggle("bad", bad);
  line.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => (line.textContent = ""), bad ? 12_000 : 5_000);
}
