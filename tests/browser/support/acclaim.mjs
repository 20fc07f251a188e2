/** Acclaim skeletons, motions and skins made for the tests: a figure 170 cm tall that marches. */

/** @typedef {[name: string, parent: string, direction: number[], length: number, dof?: string, limits?: string, mass?: number]} Row */

/** @param {'l' | 'r'} side @param {number} x @returns {Row[]} */
const leg = (side, x) => [
  [`${side}hipjoint`, 'root', [x, -0.3, 0], 10],
  [`${side}femur`, `${side}hipjoint`, [0, -1, 0], 42, 'rx ry rz', '(-160 20) (-70 70) (-60 70)', 10],
  [`${side}tibia`, `${side}femur`, [0, -1, 0], 40, 'rx', '(-10 170)', 4],
  [`${side}foot`, `${side}tibia`, [0, -0.3, 1], 16, 'rx rz', '(-45 90) (-70 20)', 1],
];
/** @param {'l' | 'r'} side @param {number} x @returns {Row[]} */
const arm = (side, x) => [
  [`${side}clavicle`, 'thorax', [x, 0.1, 0], 18, 'ry rz', '(-20 10) (-20 20)'],
  [`${side}humerus`, `${side}clavicle`, [0.2 * x, -1, 0], 28, 'rx ry rz', '(-inf inf) (-90 90) (-66 90)', 2],
  [`${side}radius`, `${side}humerus`, [0.1 * x, -1, 0.2], 25, 'rx', '(-10 170)', 1],
  [`${side}hand`, `${side}radius`, [0, -1, 0.1], 9, 'rx rz', '(-90 90) (-45 45)', 0.5],
];
const BACK = '(-20 45) (-30 30) (-30 30)';
/** @type {Row[]} */
const ROWS = [
  ...leg('l', 1),
  ...leg('r', -1),
  ['lowerback', 'root', [0, 1, 0], 24, 'rx ry rz', BACK, 14],
  ['thorax', 'lowerback', [0, 1, 0], 26, 'rx ry rz', BACK, 16],
  ['lowerneck', 'thorax', [0, 1, 0], 9, 'rx ry rz', BACK, 1],
  ['head', 'lowerneck', [0, 1, 0.1], 18, 'rx ry rz', BACK, 5],
  ...arm('l', 1),
  ...arm('r', -1),
];
const BONES = ROWS.map(([name, parent, direction, length, dof, limits, mass]) => ({ name, parent, direction, length, dof, limits, mass }));
const childrenOf = (/** @type {string} */ parent) => BONES.filter((bone) => bone.parent === parent);

/** The skeleton. Its lengths times the factor are centimetres. */
export function asf({
  limits = true,
  masses = false,
  factor = 1,
  documentation = 'A figure that marches.',
  skins = /** @type {string[]} */ ([]),
} = {}) {
  const bones = BONES.map(({ name, direction, length, dof, limits: range, mass }, index) => {
    const size = Math.hypot(...direction);
    return [
      '  begin',
      `    id ${index + 1}`,
      `    name ${name}`,
      `    direction ${direction.map((part) => (part / size).toFixed(6)).join(' ')}`,
      `    length ${(length / factor).toFixed(4)}`,
      '    axis 0 0 0 XYZ',
      ...(dof ? [`    dof ${dof}`] : []),
      ...(dof && range && limits ? [`    limits ${range}`] : []),
      ...(masses && mass ? [`    bodymass ${mass}`, `    cofmass ${(length / factor / 2).toFixed(4)}`] : []),
      '  end',
    ].join('\n');
  });
  const lines = ['root', ...BONES.map(({ name }) => name)]
    .filter((name) => childrenOf(name).length)
    .map((name) => `    ${[name, ...childrenOf(name).map((child) => child.name)].join(' ')}`);
  return (
    `:version 1.10\n:name marcher\n:units\n  mass 1.0\n  length ${factor}\n  angle deg\n:documentation\n${documentation}\n` +
    ':root\n  order TX TY TZ RX RY RZ\n  axis XYZ\n  position 0 0 0\n  orientation 0 0 0\n' +
    `:bonedata\n${bones.join('\n')}\n:hierarchy\n  begin\n${lines.join('\n')}\n  end\n${skins.length ? `:skin ${skins.join('\n      ')}\n` : ''}`
  );
}

/** The motion: legs and arms swing once in 60 frames, by `swing` degrees. Beyond 20 the legs exceed their backward limits. */
export function amc({ frames = 121, swing = 32, factor = 1 } = {}) {
  let text = '#!OML:ASF marcher.asf\n:FULLY-SPECIFIED\n:DEGREES\n';
  for (let frame = 0; frame < frames; frame += 1) {
    const angle = swing * Math.sin((2 * Math.PI * frame) / 60);
    /** @type {Record<string, string>} */
    const moved = {
      lfemur: `${angle.toFixed(4)} 0 0`,
      rfemur: `${(-angle).toFixed(4)} 0 0`,
      ltibia: '12',
      rtibia: '12',
      lhumerus: `${(-angle).toFixed(4)} 0 0`,
      rhumerus: `${angle.toFixed(4)} 0 0`,
    };
    text += `${frame + 1}\nroot 0 ${(96 / factor).toFixed(4)} ${((frame * 1.1) / factor).toFixed(4)} 0 0 0\n`;
    for (const { name, dof } of BONES) if (dof) text += `${name} ${moved[name] ?? dof.split(' ').fill('0').join(' ')}\n`;
  }
  return text;
}

/** A skin for the skeleton: a box around the root and around every bone, in the skeleton's lengths; then the lines of `more`. */
export function obj({ factor = 1, more = '' } = {}) {
  const lines = ['# a skin of boxes'];
  /** @param {string} group @param {number[]} from @param {number[]} to @param {number} half */
  const box = (group, from, to, half) => {
    const axis = to.map((part, i) => part - from[i]);
    const long = axis.map(Math.abs).indexOf(Math.max(...axis.map(Math.abs)));
    const [u, v] = [0, 1, 2].filter((i) => i !== long);
    for (const end of [from, to]) {
      for (const [x, y] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ]) {
        const corner = [...end];
        corner[u] += x * half;
        corner[v] += y * half;
        lines.push(`v ${corner.map((part) => (part / factor).toFixed(4)).join(' ')}`);
      }
    }
    lines.push(`g ${group}`, 'f -8 -7 -6 -5', 'f -4 -3 -2 -1', 'f -8 -7 -3 -4', 'f -7 -6 -2 -3', 'f -6 -5 -1 -2', 'f -5 -8 -4 -1');
  };
  box('root', [0, -8, 0], [0, 8, 0], 13);
  /** @type {Record<string, number[]>} */
  const ends = { root: [0, 0, 0] };
  for (const { name, parent, direction, length } of BONES) {
    const size = Math.hypot(...direction);
    ends[name] = ends[parent].map((part, i) => part + (direction[i] * length) / size);
    box(name.toUpperCase(), ends[parent], ends[name], /back|thorax|head/.test(name) ? 12 : 5);
  }
  return `${lines.join('\n')}\n${more}`;
}
