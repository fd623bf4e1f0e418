// Starts what the page at hand needs. Every screen can be read without any of this.

import * as acts from "./acts.js";
import * as copy from "./copy.js";
import * as filters from "./filters.js";
import * as keys from "./keys.js";
import * as live from "./live.js";
import * as switching from "./switch.js";
import * as times from "./times.js";
import * as trying from "./try.js";

/** Starts a part for each place of its kind in the page. */
function each(selector, start) {
  for (const place of document.querySelectorAll(selector)) start(place);
}

times.start();
keys.start();
copy.start();
acts.start();
each("[data-theme-switch]", switching.start);
each("[data-filters]", filters.start);
each("[data-live]", live.start);
each("#try", trying.start);
each("[data-unfinished]", () => setTimeout(() => location.reload(), 1000));
