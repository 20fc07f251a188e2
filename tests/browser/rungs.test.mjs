// of: render, marey_web
/** WebGL 2 draws the same picture as WebGPU, on all canvases by one context, which may be lost. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { PNG } from 'pngjs';
import { DEEP } from '../support/deep.mjs';
import { amc, asf, obj } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { x3d } from './support/hanim.mjs';
import { unlike } from './support/pixels.mjs';
import { drawn, received, stagePage } from './support/renderers.mjs';
import { scenes } from './support/scenes.mjs';
import { anim, skel } from './support/sims.mjs';

/** @typedef {import('./support/renderers.mjs').Sent} Sent */
/** @typedef {import('./support/renderers.mjs').Moment} Moment */

const { scene, row, server } = await scenes({ gpu: 'webgpu' });
const PAGE = { path: stagePage(server) };
const stages = row(PAGE);

/** Of 255. Rounding and edge sampling may differ invisibly. */
const MEAN = 1.5;
const REGION = 12;

/** A sleeve around two joints that bends, bulges by a displacer and has a texture, and a board of a segment without one. */
function sleeve() {
  const [rings, sides] = [13, 12];
  const numbers = (/** @type {number} */ count, /** @type {(index: number) => (number | string)[]} */ of) =>
    Array.from({ length: count }, (_, index) => of(index).join(' ')).join(', ');
  const corner = (/** @type {number} */ index) => ({ ring: Math.floor(index / sides), turn: (2 * Math.PI * (index % sides)) / sides });
  const count = rings * sides;
  const points = numbers(count, (index) => {
    const { ring, turn } = corner(index);
    return [(0.2 * Math.cos(turn)).toFixed(4), (ring / 6).toFixed(4), (0.2 * Math.sin(turn)).toFixed(4)];
  });
  const upper = (/** @type {number} */ index) => Math.min(1, Math.max(0, (corner(index).ring - 4) / 4));
  const all = Array.from({ length: count }, (_, index) => index);
  const quads = all
    .slice(sides)
    .map((index) => {
      const next = index % sides === sides - 1 ? index - sides + 1 : index + 1;
      return `${index - sides} ${index} ${next} ${next - sides} -1`;
    })
    .join(' ');
  const bulged = all.filter((index) => Math.abs(corner(index).ring - 9) < 2);
  const bulge = bulged
    .map((index) => `${(0.3 * Math.cos(corner(index).turn)).toFixed(4)} 0 ${(0.3 * Math.sin(corner(index).turn)).toFixed(4)}`)
    .join(' ');
  return `<X3D profile='Immersive' version='4.0'><Scene><HAnimHumanoid name='sleeve'>
  <HAnimJoint containerField='skeleton' name='humanoid_root' skinCoordIndex='${all.join(' ')}' skinCoordWeight='${all.map((index) => 1 - upper(index)).join(' ')}'>
    <HAnimJoint DEF='Elbow' name='l_elbow' center='0 1 0' skinCoordIndex='${all.join(' ')}' skinCoordWeight='${all.map(upper).join(' ')}'>
      <HAnimDisplacer DEF='Muscle' coordIndex='${bulged.join(' ')}' displacements='${bulge}'/>
    </HAnimJoint>
    <HAnimSegment name='sacrum'><Shape><Appearance><Material diffuseColor='0.8 0.2 0.6'/></Appearance>
      <IndexedFaceSet solid='false' coordIndex='0 1 2 3 -1'><Coordinate point='-0.8 0 -0.3 0.8 0 -0.3 0.8 0.8 -0.3 -0.8 0.8 -0.3'/></IndexedFaceSet></Shape></HAnimSegment>
  </HAnimJoint>
  <Coordinate DEF='Skin' point='${points}' containerField='skinCoord'/>
  <Shape containerField='skin'><Appearance><ImageTexture url='"check.png"'/></Appearance>
    <IndexedFaceSet solid='false' coordIndex='${quads}'><Coordinate USE='Skin'/>
    <TextureCoordinate point='${numbers(count, (index) => [(index % sides) / 3, corner(index).ring / 3])}'/></IndexedFaceSet></Shape>
  </HAnimHumanoid>
  <TimeSensor DEF='T' cycleInterval='2'/>
  <OrientationInterpolator DEF='Bend' key='0 1' keyValue='0 0 1 0, 0 0 1 1.2'/>
  <ScalarInterpolator DEF='Grow' key='0 1' keyValue='0 1'/>
  <ROUTE fromNode='T' fromField='fraction_changed' toNode='Bend' toField='set_fraction'/>
  <ROUTE fromNode='Bend' fromField='value_changed' toNode='Elbow' toField='set_rotation'/>
  <ROUTE fromNode='T' fromField='fraction_changed' toNode='Grow' toField='set_fraction'/>
  <ROUTE fromNode='Grow' fromField='value_changed' toNode='Muscle' toField='weight'/>
</Scene></X3D>`;
}

function check() {
  const levels = [16, 8, 4, 2, 1]
    .flatMap((side) =>
      Array.from({ length: side * side }, (_, at) => {
        const [u, v] = [(at % side) / side, Math.floor(at / side) / side];
        return u < 0.25 && v < 0.25 ? [20, 200, 60, 40] : u < 0.5 === v < 0.5 ? [220, 30, 30, 255] : [30, 30, 220, 255];
      }),
    )
    .flat();
  return { width: 16, height: 16, levels };
}

const SIZE = /** @type {[number, number]} */ ([720, 450]);
/** @satisfies {Record<string, Moment>} */
const CLIPS = {
  walk: { files: [{ name: 'walker.bvh', text: walker() }], size: SIZE, time: 0.7 },
  humanoid: { files: [{ name: 'a.x3d', text: x3d() }], size: SIZE, time: 0.5 },
  marcher: {
    files: [
      { name: 'marcher.amc', text: amc() },
      { name: 'marcher.asf', text: asf({ masses: true, skins: ['marcher.obj'] }) },
      { name: 'marcher.obj', text: obj() },
    ],
    size: SIZE,
    time: 0.1,
  },
  dressed: { files: [{ name: 'sleeve.x3d', text: sleeve() }], size: SIZE, pictures: [check()], time: 1.4 },
};
const { walk, humanoid, marcher, dressed } = CLIPS;

/** @type {Record<string, Moment>} */
const SHOTS = {
  'a walk': walk,
  'a walk in the light theme': { ...walk, settings: { theme: 'light' } },
  'a walk over the page': { ...walk, settings: { transparent: true } },
  'a walk with a joint lit, from the side and below': { ...walk, camera: '70,-12,4.5', highlight: 'LeftLeg' },
  'a walk without a vanishing point': { ...walk, camera: 'left,ortho' },
  'a walk without a vanishing point, from above, light': { ...walk, camera: 'top,ortho', settings: { theme: 'light' } },
  'a walk with simple bones, a joint lit': { ...walk, highlight: 'LeftLeg', settings: { simple: true } },
  'a walk on a phone': { ...walk, size: [390, 780], ratio: 2 },
  'a skin with displacers and a picture': dressed,
  'a skin with displacers and a picture over the page': { ...dressed, camera: 'left', settings: { transparent: true, bones: true } },
  'a skin with patterns that end within triangles': { ...dressed, settings: { patterns: true, theme: 'light' } },
  'a humanoid with patterns': { ...humanoid, settings: { patterns: true } },
  'a skin that hides its bones, with marks': { ...marcher, settings: { massCentre: true } },
  'a skin with patterns and the bones inside': { ...marcher, settings: { patterns: true, bones: true, theme: 'light' } },
  'a Sim': {
    files: [
      { name: 'adult.anim', text: anim() },
      { name: 'adult.skel', text: skel() },
    ],
    size: SIZE,
    time: 0.4,
  },
};

/** Those that share the least with each other. */
const USUAL = [
  'a walk',
  'a walk in the light theme',
  'a walk over the page',
  'a skin with displacers and a picture',
  'a humanoid with patterns',
  'a skin with patterns and the bones inside',
];

stages('WebGL 2 draws the same picture as WebGPU', async ({ page }) => {
  const keep = process.env.MAREY_RUNGS;
  if (keep) await mkdir(keep, { recursive: true });
  /** @type {string[]} */
  const wrong = [];
  // Browsers log what WebGL refuses as warnings.
  page.on('console', (message) => {
    if (/webgl/i.test(message.text())) wrong.push(message.text());
  });
  for (const [name, shot] of Object.entries(SHOTS).filter(([each]) => DEEP || USUAL.includes(each))) {
    const { webgpu, other } = await drawn(page, 'webgl', shot);
    for (const [by, { width, height, data }] of keep ? Object.entries({ webgpu, webgl: other }) : []) {
      await writeFile(
        `${keep}/${name.replace(/\W+/g, '-')}-${by}.png`,
        PNG.sync.write(Object.assign(new PNG({ width, height }), { data })),
      );
    }
    const { mean, worst, coloured } = unlike(webgpu, other);
    const report = `${name}: ${other.width} x ${other.height}, mean ${mean.toFixed(3)}, worst region ${worst.toFixed(2)}, ${coloured} coloured pixels`;
    console.log(`  ${report}`);
    const { size = SIZE, ratio = 1 } = shot;
    assert.deepEqual(
      [other.width, other.height],
      size.map((each) => each * ratio),
      report,
    );
    if (mean > MEAN || worst > REGION || coloured < 100) wrong.push(report);
  }
  assert.deepEqual(wrong, []);
});

/** As in browsers that have WebGL 2 only on the page's own canvases. */
const apart = () => {
  OffscreenCanvas.prototype.getContext = () => null;
};

scene.deep('pictures are copied where they cannot be transferred', { ...PAGE, scripts: [apart] }, async ({ page }) => {
  for (const [name, shot] of Object.entries(SHOTS).filter(([each]) => /over the page|phone/.test(each))) {
    const { webgpu, other } = await drawn(page, 'webgl', shot);
    const { mean, worst, coloured } = unlike(webgpu, other);
    assert.ok(mean <= MEAN && worst <= REGION && coloured > 300, `${name}: ${mean}, ${worst}, ${coloured}`);
  }
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).stages.contexts.length), 0);
});

stages('all canvases share one context, which releases what is closed', async ({ page }) => {
  /** @type {{ rounds: { size: number[], both: number, none: number }[], contexts: number, alone: Sent, beside: Sent }} */
  const result = await page.evaluate(
    async ([small, large]) => {
      const {
        stages: { contexts, picture },
      } = /** @type {any} */ (globalThis);
      /** @type {any[]} */
      const rounds = [];
      for (let round = 0; round < 3; round += 1) {
        /** @type {any} */
        let both;
        await picture('webgl', small, async (/** @type {any} */ _, /** @type {() => boolean} */ draw) => {
          const { width, height } = await picture('webgl', large);
          if (!draw()) throw new Error('nothing was drawn');
          both = { size: [width, height], both: contexts[0].live };
        });
        rounds.push({ ...both, none: contexts[0].live });
      }
      const alone = await picture('webgpu', small);
      const beside = await picture('webgl', small, async (/** @type {any} */ _, /** @type {() => boolean} */ draw) => {
        await picture('webgl', large, async () => void draw());
      });
      return { rounds, contexts: contexts.length, alone, beside };
    },
    /** @type {Moment[]} */ ([
      { ...dressed, size: [300, 200] },
      { ...marcher, size: [500, 400] },
    ]),
  );

  assert.equal(result.contexts, 1);
  const [{ size, both, none }] = result.rounds;
  assert.deepEqual(
    result.rounds.map((each) => each.none),
    Array(3).fill(none),
    'a closed surface releases its objects',
  );
  assert.ok(both > none);
  assert.deepEqual(size, [500, 400]);
  const { mean, worst } = unlike(received(result.alone), received(result.beside));
  assert.ok(mean < MEAN && worst < REGION, `beside a larger one the picture is the same: ${mean}, ${worst}`);
});

stages.deep('a restored context is used by the next renderer, or there is none', async ({ page }) => {
  const result = await page.evaluate(async (shot) => {
    const {
      stages: { contexts, picture, renderer },
    } = /** @type {any} */ (globalThis);
    const before = await picture('webgl', shot);
    const [{ gl }] = contexts;
    const breaker = gl.getExtension('WEBGL_lose_context');
    let unseen = true;
    const { lost } = await renderer('webgl');
    await picture('webgl', shot, async (/** @type {any} */ surface, /** @type {() => boolean} */ draw) => {
      breaker.loseContext();
      unseen = draw();
      await lost;
      unseen ||= draw();
      // It may be restored only after everyone has received the event.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      breaker.restoreContext();
    });
    const after = await picture('webgl', shot);
    const { lost: again } = await renderer('webgl');
    breaker.loseContext();
    const reasons = [await lost, await again];
    const refusal = await renderer('webgl').catch((/** @type {Error} */ error) => error.message);
    breaker.restoreContext();
    return { unseen, before, after, reasons, refusal };
  }, dressed);

  assert.equal(result.unseen, false, 'without a context nothing is drawn');
  assert.deepEqual(result.reasons, ['', ''], 'another renderer may be tried');
  const { mean, worst, coloured } = unlike(received(result.before), received(result.after));
  assert.deepEqual([mean, worst], [0, 0]);
  assert.ok(coloured > 10_000, `${coloured}`);
  assert.match(result.refusal, /lost/);
});
