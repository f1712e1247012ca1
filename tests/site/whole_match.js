// Plays on from the page of a match to its end, or for so many choices, as its forms ask: one answer for each question.
async ({ where, most, seed }) => {
  const choice = (n) => (seed = (seed * 48271) % 2147483647) % n;
  let page = await (await fetch(where)).text();
  for (let made = 0, waited = 0; ; ) {
    const found = new DOMParser().parseFromString(page, "text/html"), form = found.querySelector("#choose");
    if (found.querySelector("#end") || made === most) return { made, over: Boolean(found.querySelector("#end")) };
    if (!form) {
      if ((waited += 1) > 600) throw new Error(`nobody is asked: ${found.body.textContent}`);
      await new Promise((soon) => setTimeout(soon, 50));
      page = await (await fetch(where)).text();
      continue;
    }
    const buttons = [...found.querySelectorAll("button[form=choose]:is([data-choice], [data-fills])")];
    const orders = buttons.map((each) => each.value).filter(Boolean);
    const isPicked = found.querySelector("input[name=pick]"); // then the last button names what is picked
    const order = orders[isPicked ? orders.length - 1 : choice(orders.length)];
    const kept = [...form.querySelectorAll("input[type=hidden]")].map((each) => [each.name, each.value]);
    const answer = await fetch(form.getAttribute("action"), {
      method: "POST", body: new URLSearchParams([...kept, ["order", order]]),
    });
    page = await answer.text();
    if (!answer.ok) throw new Error(`${order}: ${answer.status}: ${page}`);
    made += 1;
  }
}
