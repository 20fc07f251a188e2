/** Motion files made for the tests: each is small and does one thing that a test can look for. */

const FPS = 30;

/** @typedef {{ name: string, offset: [number, number, number], children?: Part[], end?: [number, number, number] }} Part */

/** A figure of plain proportions, 170 cm tall. @type {Part} */
const BODY = {
  name: 'Hips',
  offset: [0, 0, 0],
  children: [
    leg('Left', 1),
    leg('Right', -1),
    {
      name: 'Spine',
      offset: [0, 22, 0],
      children: [
        {
          name: 'Chest',
          offset: [0, 22, 0],
          children: [
            { name: 'Neck', offset: [0, 14, 0], children: [{ name: 'Head', offset: [0, 8, 2], end: [0, 16, 0] }] },
            arm('Left', 1),
            arm('Right', -1),
          ],
        },
      ],
    },
  ],
};

/** @param {string} side @param {number} x @returns {Part} */
function leg(side, x) {
  return {
    name: `${side}UpLeg`,
    offset: [10 * x, -3, 0],
    children: [{ name: `${side}Leg`, offset: [0, -43, 0], children: [{ name: `${side}Foot`, offset: [0, -41, 0], end: [0, -5, 16] }] }],
  };
}

/** @param {string} side @param {number} x @returns {Part} */
function arm(side, x) {
  return {
    name: `${side}Arm`,
    offset: [19 * x, 8, 0],
    children: [
      { name: `${side}ForeArm`, offset: [28 * x, 0, 0], children: [{ name: `${side}Hand`, offset: [25 * x, 0, 0], end: [9 * x, 0, 0] }] },
    ],
  };
}

/** @param {Part} part @returns {Part[]} in the order of the channels */
const all = (part) => [part, ...(part.children ?? []).flatMap(all)];

/** @param {Part} part @param {string} [indent] @returns {string} */
function hierarchy(part, indent = '') {
  const inner = `${indent}\t`;
  const root = indent === '';
  const travels = root || part.name === BODY.name;
  return (
    `${indent}${root ? 'ROOT' : 'JOINT'} ${part.name}\n${indent}{\n${inner}OFFSET ${part.offset.join(' ')}\n` +
    `${inner}CHANNELS ${travels ? '6 Xposition Yposition Zposition ' : '3 '}Zrotation Xrotation Yrotation\n` +
    (part.children ?? []).map((child) => hierarchy(child, inner)).join('') +
    (part.end ? `${inner}End Site\n${inner}{\n${inner}\tOFFSET ${part.end.join(' ')}\n${inner}}\n` : '') +
    `${indent}}\n`
  );
}

/** @param {Part} body @param {number} frames @param {(frame: number) => { position: number[], turns: Map<string, number[]> }} pose degrees about Z, X, Y @param {number} [fps] */
function write(body, frames, pose, fps = FPS) {
  const joints = all(body);
  const rows = [];
  for (let frame = 0; frame < frames; frame += 1) {
    const { position, turns } = pose(frame);
    const row = [];
    for (const { name } of joints) {
      if (name === BODY.name) row.push(...position);
      else if (name === body.name) row.push(0, 0, 0);
      row.push(...(turns.get(name) ?? [0, 0, 0]));
    }
    rows.push(row.map((value) => Number(value.toFixed(3))).join(' '));
  }
  return `HIERARCHY\n${hierarchy(body)}MOTION\nFrames: ${frames}\nFrame Time: ${(1 / fps).toFixed(7)}\n${rows.join('\n')}\n`;
}

/**
 * A figure that marches: arms and legs swing once a second, and with `speed` it also moves forward.
 * @param {{ frames?: number, speed?: number, fps?: number, x?: number, root?: string }} [options] speed: centimetres a second; x: of the hips,
 *   centimetres; root: the name of a joint above the hips, which stays at the origin
 */
export function walker({ frames = 90, speed = 0, fps = FPS, x = 0, root } = {}) {
  return write(
    root ? { name: root, offset: [0, 0, 0], children: [BODY] } : BODY,
    frames,
    (frame) => {
      const swing = 32 * Math.sin((2 * Math.PI * frame) / fps);
      return {
        position: [x, 92, (speed * frame) / fps],
        turns: new Map([
          ['LeftUpLeg', [0, swing, 0]],
          ['RightUpLeg', [0, -swing, 0]],
          ['LeftLeg', [0, 20, 0]],
          ['RightLeg', [0, 20, 0]],
          ['LeftArm', [-62, -swing, 0]],
          ['RightArm', [62, swing, 0]],
        ]),
      };
    },
    fps,
  );
}

/** The part of a swing until the foot has its speed. */
const RAMP = 0.1;
/** What `pedestrian` does: each foot stands for this share of its cycle, seconds; a stride is so long, metres. */
export const GAIT = { stance: 0.6, seconds: 1.1, stride: 1 };

/**
 * The same figure walks straight ahead, and each foot stays where it is while it stands. Knees bend as two bones between hip and ankle do.
 * @param {{ seconds?: number, fps?: number, still?: boolean }} [options] still: it stands
 */
export function pedestrian({ seconds = 7, fps = 60, still = false } = {}) {
  const { stance, seconds: period, stride } = GAIT;
  const [thigh, shank, high, sole] = [43, 41, 78, 5];
  const degrees = 180 / Math.PI;
  const way = 100 * stride;
  /** How far ahead of the hip an ankle is, and how high over the sole, centimetres. */
  const place = (/** @type {number} */ phase) => {
    const ahead = (way * stance) / 2;
    if (phase < stance) return [ahead - way * phase, 0];
    const part = (phase - stance) / (1 - stance);
    // In the room the foot goes one stride ahead, at one speed but for a short begin and end, while the hips go on.
    const done = part < RAMP ? part ** 2 / RAMP : part > 1 - RAMP ? 2 - 2 * RAMP - (1 - part) ** 2 / RAMP : 2 * part - RAMP;
    return [-ahead + (way * done) / (2 - 2 * RAMP) - way * (phase - stance), 8 * Math.sin(Math.PI * part) ** 2];
  };
  return write(
    BODY,
    Math.round(seconds * fps) + 1,
    (frame) => {
      const time = still ? 0 : frame / fps;
      const turns = new Map([
        ['LeftArm', [-75, 0, 0]],
        ['RightArm', [75, 0, 0]],
      ]);
      for (const [index, side] of ['Left', 'Right'].entries()) {
        if (still) continue;
        const [ahead, lift] = place((time / period + 0.5 * index) % 1);
        const down = high - lift;
        const chord = Math.hypot(ahead, down);
        const knee = Math.PI - Math.acos((thigh ** 2 + shank ** 2 - chord ** 2) / (2 * thigh * shank));
        const hip = Math.atan2(ahead, down) + Math.asin((shank * Math.sin(knee)) / chord);
        turns.set(`${side}UpLeg`, [0, -hip * degrees, 0]);
        turns.set(`${side}Leg`, [0, knee * degrees, 0]);
        // The sole stays level.
        turns.set(`${side}Foot`, [0, (hip - knee) * degrees, 0]);
      }
      return { position: [0, still ? 92 : high + sole + 3, still ? 0 : (way * time) / period], turns };
    },
    fps,
  );
}

/** The same figure with its arms out, without motion. @param {number} [frames] */
export const statue = (frames = 30) => write(BODY, frames, () => ({ position: [0, 92, 0], turns: new Map() }));

/** Two frames a second, arms down in one and up in the next: the poses between show the interpolation. */
export function flapper(frames = 4) {
  return write(
    BODY,
    frames,
    (frame) => ({
      position: [0, 92, 0],
      turns: new Map([
        ['LeftArm', [frame % 2 ? 70 : -70, 0, 0]],
        ['RightArm', [frame % 2 ? -70 : 70, 0, 0]],
      ]),
    }),
    2,
  );
}

export function stick(frames = 60) {
  /** @type {Part} */
  const body = { name: 'LeftBase', offset: [0, 0, 0], children: [{ name: 'LeftTip', offset: [0, 100, 0], end: [0, 70, 0] }] };
  return write(body, frames, (frame) => ({ position: [0, 0, 0], turns: new Map([['LeftTip', [3 * frame, 0, 0]]]) }));
}

/** A clip of at least this many bytes. @param {number} bytes */
export function long(bytes) {
  const one = walker({ frames: 300 });
  const rows = one.slice(one.indexOf('\n', one.indexOf('Frame Time')) + 1);
  const times = Math.ceil(bytes / rows.length);
  return one.replace('Frames: 300', `Frames: ${300 * times}`) + rows.repeat(times - 1);
}

/** A hierarchy with a word where a number belongs, and its place. */
export function broken() {
  const text = statue().replace('OFFSET 0 22 0', 'OFFSET 0 twenty 0');
  const lines = text.split('\n');
  const line = lines.findIndex((each) => each.includes('twenty')) + 1;
  return { text, line, column: lines[line - 1].indexOf('twenty') + 1 };
}

/** Declares more frames than it has: plays, with a warning that names a line. */
export const tooFewFrames = () => statue(30).replace('Frames: 30', 'Frames: 99');

export const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1f\xf3\xffa';

export const htmlPage = '<!DOCTYPE html>\n<html><head><title>404</title></head><body><h1>Not found</h1></body></html>\n';

/** Meaningless bytes, the same every time. @param {number} [size] */
export function noise(size = 4000) {
  let state = 12345;
  let text = '';
  for (let i = 0; i < size; i += 1) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    text += String.fromCharCode((state >> 16) & 255);
  }
  return text;
}
