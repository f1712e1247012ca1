// Plays the matches of a bot of one's own in a Python of its own, which knows nothing of the table's.

import { started } from "./program.mjs";

onmessage = async ({ data: { text, game, level, language, matches } }) => {
  try {
    const python = await started(await (await fetch("files.json")).json(), { stdout() {}, stderr() {} });
    const trial = python.pyimport("breakaway.site.bots").Trial(text, game, level, language);
    postMessage(trial.report());
    for (let n = 0; n < matches; n += 1) {
      trial.play();
      postMessage(trial.report());
    }
  } catch (error) {
    postMessage({ fault: shortened(error) });
  }
};

/** What Python says of an error: of the program's own errors the sentence alone, of others the last line. */
function shortened({ message }) {
  const found = message.match(/[\s\S]*\n[\w.]*UserError: ([\s\S]*)$/);
  return (found ? found[1] : message.trim().split("\n").at(-1)).trim();
}
