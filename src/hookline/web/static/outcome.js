// Puts what came of a button into the page, where it is seen and read out. The server made the markup and escaped it.

export function show(piece) {
  const place = document.getElementById("outcome");
  if (typeof piece === "string") place.replaceChildren(...new DOMParser().parseFromString(piece, "text/html").body.childNodes);
  else place.replaceChildren(piece);
  place.hidden = false;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
}
