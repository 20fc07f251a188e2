/** Acclaim skeletons and motions made for the tests: a figure 170 cm tall that marches. */

/** @typedef {{ name: string, direction: [number, number, number], length: number, dof?: string, limits?: string, mass?: number, children?: Bone[] }} Bone */

/** @param {'l' | 'r'} side @returns {Bone} */
const leg = (side) => {
  const x = side === 'l' ? 1 : -1;
  return { name: `${side}hipjoint`, direction: [x, -0.3, 0], length: 10, children: [
    { name: `${side}femur`, direction: [0, -1, 0], length: 42, dof: 'rx ry rz', limits: '(-160 20) (-70 70) (-60 70)', mass: 10, children: [
      { name: `${side}tibia`, direction: [0, -1, 0], length: 40, dof: 'rx', limits: '(-10 170)', mass: 4, children: [
        { name: `${side}foot`, direction: [0, -0.3, 1], length: 16, dof: 'rx rz', limits: '(-45 90) (-70 20)', mass: 1 },
      ] },
    ] },
  ] };
};

/** @param {'l' | 'r'} side @returns {Bone} */
const arm = (side) => {
  const x = side === 'l' ? 1 : -1;
  return { name: `${side}clavicle`, direction: [x, 0.1, 0], length: 18, dof: 'ry rz', limits: '(-20 10) (-20 20)', children: [
    { name: `${side}humerus`, direction: [0.2 * x, -1, 0], length: 28, dof: 'rx ry rz', limits: '(-inf inf) (-90 90) (-66 90)', mass: 2, children: [
      { name: `${side}radius`, direction: [0.1 * x, -1, 0.2], length: 25, dof: 'rx', limits: '(-10 170)', mass: 1, children: [
        { name: `${side}hand`, direction: [0, -1, 0.1], length: 9, dof: 'rx rz', limits: '(-90 90) (-45 45)', mass: 0.5 },
      ] },
    ] },
  ] };
};

/** @type {Bone[]} */
const BODY = [leg('l'), leg('r'), { name: 'lowerback', direction: [0, 1, 0], length: 24, dof: 'rx ry rz', limits: '(-20 45) (-30 30) (-30 30)', mass: 14, children: [
  { name: 'thorax', direction: [0, 1, 0], length: 26, dof: 'rx ry rz', limits: '(-20 45) (-30 30) (-30 30)', mass: 16, children: [
    { name: 'lowerneck', direction: [0, 1, 0], length: 9, dof: 'rx ry rz', limits: '(-20 45) (-30 30) (-30 30)', mass: 1, children: [
      { name: 'head', direction: [0, 1, 0.1], length: 18, dof: 'rx ry rz', limits: '(-20 45) (-30 30) (-30 30)', mass: 5 },
    ] },
    arm('l'), arm('r'),
  ] },
] }];

/** @param {Bone} bone @returns {Bone[]} */
const all = (bone) => [bone, ...(bone.children ?? []).flatMap(all)];
const BONES = BODY.flatMap(all);

/** The skeleton. Lengths are written so that with the factor they are centimetres. */
export function asf({ limits = true, masses = false, factor = 1, documentation = 'A figure that marches.', skins = /** @type {string[]} */ ([]) } = {}) {
  const bones = BONES.map(({ name, direction, length, dof, limits: range, mass }, index) => {
    const size = Math.hypot(...direction);
    return ['  begin', `    id ${index + 1}`, `    name ${name}`,
      `    direction ${direction.map((part) => (part / size).toFixed(6)).join(' ')}`, `    length ${(length / factor).toFixed(4)}`, '    axis 0 0 0 XYZ',
      ...(dof ? [`    dof ${dof}`] : []), ...(dof && range && limits ? [`    limits ${range}`] : []),
      ...(masses && mass ? [`    bodymass ${mass}`, `    cofmass ${(length / factor / 2).toFixed(4)}`] : []), '  end'].join('\n');
  });
  /** @param {string} parent @param {Bone[]} children @returns {string[]} */
  const lines = (parent, children) => (children.length
    ? [`    ${parent} ${children.map(({ name }) => name).join(' ')}`, ...children.flatMap((child) => lines(child.name, child.children ?? []))] : []);
  return `:version 1.10\n:name marcher\n:units\n  mass 1.0\n  length ${factor}\n  angle deg\n:documentation\n${documentation}\n`
    + ':root\n  order TX TY TZ RX RY RZ\n  axis XYZ\n  position 0 0 0\n  orientation 0 0 0\n'
    + `:bonedata\n${bones.join('\n')}\n:hierarchy\n  begin\n${lines('root', BODY).join('\n')}\n  end\n${skins.length ? `:skin ${skins.join('\n      ')}\n` : ''}`;
}

/** The motion: legs and arms swing once in 60 frames, by so many degrees; past 20 legs leave the limits that they have backward. */
export function amc({ frames = 121, swing = 32, factor = 1 } = {}) {
  let text = '#!OML:ASF marcher.asf\n:FULLY-SPECIFIED\n:DEGREES\n';
  for (let frame = 0; frame < frames; frame += 1) {
    const angle = swing * Math.sin((2 * Math.PI * frame) / 60);
    /** @type {Record<string, string>} */
    const moved = {
      lfemur: `${angle.toFixed(4)} 0 0`, rfemur: `${(-angle).toFixed(4)} 0 0`, ltibia: '12', rtibia: '12',
      lhumerus: `${(-angle).toFixed(4)} 0 0`, rhumerus: `${angle.toFixed(4)} 0 0`,
    };
    text += `${frame + 1}\nroot 0 ${(96 / factor).toFixed(4)} ${((frame * 1.1) / factor).toFixed(4)} 0 0 0\n`;
    for (const { name, dof } of BONES) if (dof) text += `${name} ${moved[name] ?? dof.split(' ').fill('0').join(' ')}\n`;
  }
  return text;
}

/** A skin for the skeleton: a box around every bone, in lengths as they are written, and one around the root; then further lines. */
export function obj({ factor = 1, more = '' } = {}) {
  const lines = ['# a skin of boxes'];
  /** @param {string} group @param {number[]} from @param {number[]} to @param {number} half */
  const box = (group, from, to, half) => {
    const axis = to.map((part, i) => part - from[i]);
    const long = axis.map(Math.abs).indexOf(Math.max(...axis.map(Math.abs)));
    const [u, v] = [0, 1, 2].filter((i) => i !== long);
    for (const end of [from, to]) {
      for (const [x, y] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        const corner = [...end];
        corner[u] += x * half;
        corner[v] += y * half;
        lines.push(`v ${corner.map((part) => (part / factor).toFixed(4)).join(' ')}`);
      }
    }
    lines.push(`g ${group}`, 'f -8 -7 -6 -5', 'f -4 -3 -2 -1', 'f -8 -7 -3 -4', 'f -7 -6 -2 -3', 'f -6 -5 -1 -2', 'f -5 -8 -4 -1');
  };
  /** @param {Bone} bone @param {number[]} from */
  const dress = ({ name, direction, length, children = [] }, from) => {
    const size = Math.hypot(...direction);
    const to = from.map((part, i) => part + (direction[i] * length) / size);
    box(name.toUpperCase(), from, to, /back|thorax|head/.test(name) ? 12 : 5);
    for (const child of children) dress(child, to);
  };
  box('root', [0, -8, 0], [0, 8, 0], 13);
  for (const bone of BODY) dress(bone, [0, 0, 0]);
  return `${lines.join('\n')}\n${more}`;
}
