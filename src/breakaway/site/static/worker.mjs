// Runs Python, and in it the app. It answers the requests that the shell hands over, each on a port of its own:
// { status, headers }, then parts of the body, then null.
//
// Of all tabs, only one has a Python that runs: the lock passes to the next when its tab is closed or dies.

import { held, mount } from "./files.mjs";
import { started } from "./program.mjs";

const PLACE = "/club";
const FILES = ["club.sqlite", "club.sqlite-journal", "cookies.json", "sets.sqlite", "sets.sqlite-journal"];
const HOME = "/home/pyodide";

/** Loads Python and the program, and opens the site at `address`. `languages`: those of the visitor, best first. `list`:
 * the files of this edition. */
async function begun({ address, languages, list }) {
  const python = await started(list, { env: { HOME, BREAKAWAY_HOME: `${HOME}/data` } });
  const handles = await held(FILES);
  mount(python, PLACE, handles);
  const inside = python.pyimport("breakaway.site.inside");
  // SQLite asks for fdatasync, which does nothing here
  const flush = () => { for (const each of Object.values(handles)) each.flush(); };
  return { python, flush, site: await inside.begin(address, PLACE, languages.join(",")) };
}

async function answer({ python, flush, site }, { method, url, headers, body, port }) {
  const left = python.pyimport("asyncio").Event();
  port.onmessage = () => left.set();
  try {
    await site.answer(
      method, url, python.toPy(headers), python.toPy(new Uint8Array(body)).tobytes(),
      (status, said) => { flush(); port.postMessage({ status, headers: said.toJs() }); },
      (part) => port.postMessage(part.toJs()),
      left,
    );
    port.postMessage(null);
  } catch (error) {
    console.error(error);
    port.postMessage({ fault: String(error) });
  }
}

let ready;

function begin(given) {
  navigator.locks.request(`breakaway ${given.address}`, () => {
    postMessage("leads");
    ready = begun(given);
    ready.then(
      () => postMessage("ready"),
      (error) => { console.error(error); postMessage({ fault: String(error) }); },
    );
    return new Promise(() => {}); // until this tab is closed
  });
}

onmessage = ({ data }) => {
  if (data.begin) begin(data.begin);
  else ready.then((it) => answer(it, data)); // the shell hands over nothing before this tab leads
};
