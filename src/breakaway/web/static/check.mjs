// The check of a record in this browser: fetches the record and shows what the verifier says.
import { verify } from "./verify.mjs";

const box = document.querySelector("#in-browser");
const [button, progress, said] = ["button", "progress", ".said"].map((each) => box.querySelector(each));
const { record, words, key, lost } = box.dataset;

function show(...sentences) {
  said.replaceChildren(...sentences.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
}

async function check() {
  button.disabled = true;
  progress.hidden = false;
  try {
    const answer = await fetch(record);
    if (!answer.ok) throw new Error(answer.statusText);
    const count = (done, all) => Object.assign(progress, { max: all, value: done });
    const found = await verify(await answer.arrayBuffer(), count, JSON.parse(words), [key]);
    show(found.title, ...found.said);
  } catch {
    show(lost);
  }
  button.disabled = false;
  progress.hidden = true;
}

// Browsers have their cryptography only on pages that came over https, or from this machine. Old browsers lack other things.
if (globalThis.crypto?.subtle && "".isWellFormed) button.addEventListener("click", check);
else box.querySelector(".missing").hidden = !(button.parentElement.hidden = true);
box.hidden = false;
