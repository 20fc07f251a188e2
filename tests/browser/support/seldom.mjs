/**
 * Draws seldom: in everyday runs Canvas 2D draws each twentieth frame of a stage, each new size, and whatever a test looks at. Drawing
 * in software is a third of a page's work. The server sends this script in place of the renderer's, which it imports; `look` draws
 * what is shown. Canvases that are on no page, of films and pictures, are drawn as ever, and so is every frame of a test that asks
 * for it (`everyFrame`).
 */
import { DEEP } from '../../support/deep.mjs';

/** Under this name the script imports the renderer. */
const REAL = /\.real\.js$/;

/** Whether a request is one that no visitor's browser makes. @param {string} path */
export const isOfTests = (path) => REAL.test(path);

/** The path of the file behind a request, and what is sent in its place. @param {string} path */
export function sentFor(path) {
  const name = /\/(canvas-\w+)\.js$/.exec(path)?.[1];
  return { path: path.replace(REAL, '.js'), instead: name && !DEEP ? Buffer.from(seldom(`./${name}.real.js`)) : null };
}

/** @param {string} real the address of Canvas 2D's script */
const seldom = (real) => `
import { open as openReal } from ${JSON.stringify(real)};
const EACH = 20;
const looks = (globalThis.stageLooks ??= new Set());
export function open(skinPart) {
  const made = openReal(skinPart);
  if (!globalThis.drawsSeldom) return made;
  return {
    ...made,
    surface(canvas) {
      const its = made.surface(canvas);
      const { draw, close } = its;
      let frames = 0;
      let last = null;
      const look = () => {
        if (!last) return;
        draw.call(its, last);
        last = null;
      };
      looks.add(look);
      its.draw = (frame) => {
        const { width, height } = frame.read().table;
        if (!width || !height) return false;
        if (!canvas.isConnected || canvas.width !== width || canvas.height !== height || frames++ % EACH === 0) {
          last = null;
          const drawn = draw.call(its, frame);
          // What draws skins is on its way: the next frame is drawn.
          if (!drawn) frames = 0;
          return drawn;
        }
        last = frame;
        return true;
      };
      its.close = () => {
        looks.delete(look);
        close.call(its);
      };
      return its;
    },
  };
}
`;

/** Draws what the stages of a page, or of the page around a frame, show now. Other engines draw as ever. @param {any} shown a page or a frame */
export async function look(shown) {
  /** @type {import('playwright-core').Page | undefined} */
  const page = 'context' in shown ? shown : shown.page?.();
  if (DEEP || !page) return;
  await Promise.all(
    page.frames().map((frame) =>
      frame
        .evaluate(async () => {
          const { stageLooks, animationFrames } = /** @type {any} */ (globalThis);
          if (!stageLooks?.size) return;
          for (const draw of stageLooks) draw();
          // Then it is on the screen.
          await animationFrames?.later(2);
        })
        .catch(() => {}),
    ),
  );
}
