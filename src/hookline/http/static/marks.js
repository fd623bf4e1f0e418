// Text from outside, made safe to look at: control characters and marks that steer direction become visible signs.
// The server does the same for what it renders (hookline.web.marks); this is for rows that arrive while the page is open.

const ODD =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{d800}-\u{dfff}\u{e0000}-\u{e0fff}]+/gu;

function sign(character) {
  const code = character.codePointAt(0);
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Nodes to put into the page. */
export function marked(text) {
  const nodes = [];
  let rest = 0;
  for (const found of text.matchAll(ODD)) {
    if (found.index > rest) nodes.push(text.slice(rest, found.index));
    const mark = document.createElement("span");
    mark.className = "ctl";
    mark.textContent = [...found[0]].map(sign).join("");
    nodes.push(mark);
    rest = found.index + found[0].length;
  }
  if (rest < text.length) nodes.push(text.slice(rest));
  return nodes;
}
