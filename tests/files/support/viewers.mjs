/** glTF in common viewers: in `<model-viewer>`, and in three.js with a camera that frames the scene, as they open it. */
import { until } from '../../browser/support/browser.mjs';

/**
 * Measures of a picture: the figure's box in pixels (right and bottom excluded), whether it touches an edge, and the share of it that is nearly white.
 * @typedef {{ width: number, height: number, left: number, top: number, right: number, bottom: number, cut: boolean, pale: number, png: string }} Shown
 */

/** The size of the measured pictures, CSS pixels. */
export const SIZE = { width: 480, height: 360 };

const PAGE = `<!doctype html><title>viewers</title><style>body { margin: 0 } model-viewer { width: ${SIZE.width}px; height: ${SIZE.height}px }</style>
<script type="importmap">{ "imports": { "three": "/node_modules/three/build/three.module.js", "three/addons/": "/node_modules/three/examples/jsm/" } }</script>
<script type="module" src="/node_modules/@google/model-viewer/dist/model-viewer.min.js"></script>`;

/** @param {import('playwright-core').Page} page @param {Awaited<ReturnType<typeof import('../../browser/support/server.mjs').serve>>} server */
export async function openViewers(page, server) {
  await page.setViewportSize(SIZE);
  await page.goto(server.put('/viewers', { body: PAGE, type: 'text/html' }));
  await until('model-viewer is defined', () => page.evaluate(() => Boolean(customElements.get('model-viewer'))));
}

/**
 * The first picture of `<model-viewer>`, at time 0 of an animation that it plays.
 * @param {import('playwright-core').Page} page @param {string} url @param {boolean} [autoplay] @returns {Promise<Shown>}
 */
export async function inModelViewer(page, url, autoplay = false) {
  await page.evaluate(
    async ({ src, autoplay }) => {
      document.body.replaceChildren();
      const viewer = /** @type {any} */ (document.createElement('model-viewer'));
      // On a busy machine it would draw into a part of its canvas.
      viewer.constructor.minimumRenderScale = 1;
      Object.assign(viewer, { src, autoplay, loading: 'eager', reveal: 'auto' });
      const shown = new Promise((resolve, reject) => {
        viewer.addEventListener('load', resolve);
        viewer.addEventListener('error', (/** @type {CustomEvent} */ { detail }) => reject(new Error(JSON.stringify(detail))));
      });
      document.body.append(viewer);
      await shown;
      await viewer.updateComplete;
      if (autoplay) {
        // On a busy machine the figure would have walked on before the picture is taken.
        viewer.pause();
        viewer.currentTime = 0;
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      }
      /** @type {any} */ (globalThis).viewer = viewer;
    },
    { src: url, autoplay },
  );
  return page.evaluate(measured, 'model-viewer');
}

/**
 * three.js's picture by a camera placed obliquely above the scene's box, as viewers built on it do.
 * @param {import('playwright-core').Page} page @param {string} url @returns {Promise<Shown>}
 */
export const inThree = async (page, url) => {
  await page.evaluate(
    async ({ src, width, height }) => {
      document.body.replaceChildren();
      const THREE = await import(/** @type {any} */ ('three'));
      const { GLTFLoader } = await import(/** @type {any} */ ('three/addons/loaders/GLTFLoader.js'));
      const { scene } = await new GLTFLoader().loadAsync(src);
      const world = new THREE.Scene();
      world.add(scene, new THREE.HemisphereLight(0xffffff, 0x888888, 3));
      const box = new THREE.Box3().setFromObject(scene);
      const [centre, size] = [box.getCenter(new THREE.Vector3()), box.getSize(new THREE.Vector3()).length()];
      // The sphere around the box just fits into the picture's height.
      const camera = new THREE.PerspectiveCamera(50, width / height, size / 100, size * 100);
      const distance = size / 2 / Math.sin(THREE.MathUtils.degToRad(camera.fov / 2));
      camera.position.copy(centre).add(new THREE.Vector3(1, 0.4, 1).setLength(distance));
      camera.lookAt(centre);
      const globals = /** @type {any} */ (globalThis);
      globals.three ??= new THREE.WebGLRenderer({ alpha: true, antialias: true, preserveDrawingBuffer: true });
      globals.three.setSize(width, height);
      globals.three.render(world, camera);
      document.body.append(globals.three.domElement);
    },
    { src: url, ...SIZE },
  );
  return page.evaluate(measured, 'three');
};

/** Runs in the page: measures its picture. @param {string} which `three` or `model-viewer` @returns {Promise<Shown>} */
async function measured(which) {
  const globals = /** @type {any} */ (globalThis);
  const png = which === 'three' ? globals.three.domElement.toDataURL() : globals.viewer.toDataURL();
  const bitmap = await createImageBitmap(await (await fetch(png)).blob());
  const { width, height } = bitmap;
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(width, height).getContext('2d'));
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  let [all, pale] = [0, 0];
  for (let at = 3; at < data.length; at += 4) {
    if (!data[at]) continue;
    const [x, y] = [((at - 3) / 4) % width, Math.floor((at - 3) / 4 / width)];
    all += 1;
    if (Math.min(data[at - 3], data[at - 2], data[at - 1]) > 215) pale += 1;
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  const cut = left === 0 || top === 0 || right === width || bottom === height;
  return { width, height, left, top, right, bottom, cut, pale: pale / all, png: png.slice(png.indexOf(',') + 1) };
}
