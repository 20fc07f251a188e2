/** Textured figures: a board, a picture to put on it, and the colours that are visible. */
import { PNG } from 'pngjs';
import { until } from './browser.mjs';
import { coloured } from './pixels.mjs';

export const RED = [220, 20, 20, 255];
export const BLUE = [20, 20, 220, 255];

/** A picture of two halves. @param {string} name @param {number[]} [right] */
export function halves(name, right = BLUE) {
  const picture = new PNG({ width: 8, height: 8 });
  picture.data = Buffer.from(
    Array(8)
      .fill([...Array(4).fill(RED), ...Array(4).fill(right)])
      .flat(2),
  );
  return { name, text: PNG.sync.write(picture).toString('latin1') };
}

/** A figure of two joints with a shape on one segment. @param {string} shape @param {{ name?: string, all?: boolean, more?: string }} [options] all: on both segments, so that no bones show */
export function figure(shape, { name = 'board', all = false, more = '' } = {}) {
  const skull = `<HAnimSegment name='skull'><Shape>
    <IndexedFaceSet solid='false' coordIndex='0 1 2 -1'><Coordinate point='0 1 0 0.01 1 0 0 1.01 0'/></IndexedFaceSet></Shape></HAnimSegment>`;
  return {
    name: `${name}.x3d`,
    text: `<X3D version='4.0'><Scene><HAnimHumanoid name='${name}'>
  <HAnimJoint containerField='skeleton' name='humanoid_root'><HAnimJoint name='skullbase' center='0 1 0'>${all ? skull : ''}</HAnimJoint>
  <HAnimSegment name='sacrum'>${shape}</HAnimSegment></HAnimJoint></HAnimHumanoid>${more}</Scene></X3D>`,
  };
}

/** A shape with a texture. @param {string} geometry @param {string} texture */
export const textured = (geometry, texture) => `<Shape><Appearance>${texture}</Appearance>${geometry}</Shape>`;

/** A figure with a square board, textured with the first of these pictures that can be had. @param {string | string[]} urls @param {Parameters<typeof figure>[1]} [options] */
export const board = (urls, options = { all: true }) =>
  figure(
    textured(
      `<IndexedFaceSet solid='false' coordIndex='0 1 2 3 -1'><Coordinate point='-0.5 0 0 0.5 0 0 0.5 1 0 -0.5 1 0'/>
    <TextureCoordinate point='0 0 1 0 1 1 0 1'/></IndexedFaceSet>`,
      `<ImageTexture url='${[urls]
        .flat()
        .map((url) => `"${url}"`)
        .join(' ')}'/>`,
    ),
    options,
  );

/** Whether a pixel is plainly red or plainly blue. @param {number} r @param {number} g @param {number} b */
export const primary = (r, g, b) => (r > 80 && r > 2 * g && r > 2 * b ? 'red' : b > 80 && b > 1.6 * g && b > 2 * r ? 'blue' : null);

/** The pixel counts of red and blue, and how far red is left of blue. @param {Player} player */
export async function colours(player) {
  await player.settle();
  const { counts, middle } = coloured(await player.picture(), primary, ['red', 'blue']);
  return { ...counts, gap: middle('blue') - middle('red') };
}

/** Switches the renderer. @param {Player} player @param {'webgpu' | 'webgl' | 'canvas'} renderer */
export async function switchRenderer(player, renderer) {
  await player.run((element, rung) => {
    element.renderer = rung;
  }, renderer);
  await until(`${renderer} draws`, async () => (await player.drawnWith()) === renderer);
}

/** Opens the details and returns what they say of pictures. @param {Player} player */
export async function pictureDetails(player) {
  if (!(await player.find('.panel[data-panel="details"]').count())) await player.button('Details').click();
  return until('the details are open', async () => {
    const values = await player.run((element) =>
      [...(element.shadowRoot?.querySelectorAll('dt') ?? [])]
        .filter((each) => each.textContent === 'Textures')
        .map((each) => each.nextElementSibling?.textContent ?? ''),
    );
    return values.length > 0 && values;
  });
}

/** Drops files and looks at the figure from the front. @param {Player} player @param {{ name: string, text: string }[]} files the clip's file first */
export async function openFront(player, ...files) {
  await player.opens(files[0].name.replace(/\.x3d$/, ''), ...files);
  await player.run((element) => element.setAttribute('camera', 'front'));
  await player.holdAt(0);
}
