// Plays a game in Firefox over WebDriver BiDi: node firefox_game.mjs PUPPETEER FIREFOX FILE.html LOOK MOST. At most
// MOST moves are made by hand and the page is loaded again; then the analysis of the position after the moves in LOOK is
// awaited, and the proof of a puzzle if there are any. Prints what was seen.

const [puppeteerPath, firefox, file, look, most] = process.argv.slice(2);
const { default: puppeteer } = await import(puppeteerPath);
const LONG = 240_000;
const PAUSE = 100;

/** Wait for something on the page. Puppeteer's own function for that needs Function(), which the page's policy forbids. */
async function waitUntil(isTrue) {
  const late = performance.now() + LONG;
  while (!(await isTrue())) {
    if (performance.now() > late) throw new Error("nothing came of it");
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

const VIEWPORT = { width: 1280, height: 900 }; // the whole board is in it
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  headless: true,
  defaultViewport: VIEWPORT,
});
const messages = [];
try {
  const page = await browser.newPage();
  page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => messages.push(`error: ${error.message}`));
  await page.goto(file);
  await page.waitForSelector("svg.grid[role=grid] .pickable", { timeout: LONG });
  const textOf = (selector) => page.$eval(selector, (element) => element.textContent);
  const headline = await textOf(".headline");

  let made = 0;
  const isOver = () => page.$(".status.over");
  while (made < Number(most) && !(await isOver())) {
    const cells = await page.$$("[role=grid] .pickable");
    const cell = cells[Math.floor(cells.length / 2)]; // those at the edge of a board without edges are half hidden
    const box = await cell.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    made += 1;
    const wanted = 2 * made;
    await waitUntil(async () => (await isOver()) || (await page.$$(".move-list .move.main")).length >= wanted);
    if (!(await isOver())) await page.waitForSelector("[role=grid] .pickable", { timeout: LONG });
  }
  const ending = await textOf(".headline");
  const moves = await page.$$eval(".move-list .move.main", (all) => all.map((one) => one.dataset.move));

  await page.reload();
  await page.waitForSelector("svg.grid[role=grid]", { timeout: LONG });
  const kept = await page.$$eval(".move-list .move.main", (all) => all.map((one) => one.dataset.move));

  const about = await page.evaluate(() => JSON.parse(document.querySelector("#catalogue").textContent));
  const game = about.games[0].name;
  await page.goto("about:blank");
  await page.goto(`${file}#/look/${game}/${look}`);
  await page.waitForSelector("svg.grid[role=grid] .pickable", { timeout: LONG });
  await page.click(".switch");
  await waitUntil(async () => (await textOf(".sentence")).startsWith("Proven"));
  const sentence = await textOf(".sentence");

  let proof = "";
  if (about.puzzles) {
    await page.goto("about:blank");
    await page.goto(`${file}#/puzzles`);
    await page.waitForSelector(".trainer button", { timeout: LONG });
    const texts = await page.$$eval(".trainer button", (all) => all.map((one) => one.textContent));
    await (await page.$$(".trainer button"))[texts.indexOf("See the whole proof")].click();
    await waitUntil(async () => !/^(Looking|$)/.test(await textOf(".puzzle-proof")));
    proof = await textOf(".puzzle-proof");
  }
  process.stdout.write(JSON.stringify({ headline, ending, made, moves, kept, sentence, proof, messages }));
} finally {
  await browser.close();
}
