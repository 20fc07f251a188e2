/** A clip of many joints, made in the page: people in rows, who march. */

/** Opens it. Gives back how many joints it has, end sites among them. @param {import('./player.mjs').Player} player @param {number} people of 17 joints each, and five end sites */
export function openCrowd(player, people) {
  return player.run((element, count) => {
    /** Of each joint: the offset, behind which joint it is, where its chain ends. @type {[offset: string, parent: number, end?: string][]} */
    const parts = [
      ['0 92 0', -1], ['0 22 0', 0], ['0 22 0', 1], ['0 14 0', 2], ['0 8 2', 3, '0 16 0'],
      ...[1, -1].flatMap((x) => /** @type {[string, number, string?][]} */ ([[`${19 * x} 8 0`, 2], [`${28 * x} 0 0`, x > 0 ? 5 : 8], [`${25 * x} 0 0`, x > 0 ? 6 : 9, `${9 * x} 0 0`]])),
      ...[1, -1].flatMap((x) => /** @type {[string, number, string?][]} */ ([[`${10 * x} -3 0`, 0], ['0 -43 0', x > 0 ? 11 : 14], ['0 -41 0', x > 0 ? 12 : 15, '0 -5 16']])),
    ];
    const names = ['Hips', 'Spine', 'Chest', 'Neck', 'Head', 'LeftArm', 'LeftForeArm', 'LeftHand', 'RightArm', 'RightForeArm', 'RightHand', 'LeftUpLeg', 'LeftLeg', 'LeftFoot', 'RightUpLeg', 'RightLeg', 'RightFoot'];
    const side = Math.ceil(Math.sqrt(count));
    /** @param {number} person @param {number} index @returns {string} */
    const joint = (person, index) => {
      const [offset, , end] = parts[index];
      const at = index ? offset : `${150 * (person % side)} 92 ${150 * Math.floor(person / side)}`;
      const children = parts.map(([, parent], child) => (parent === index ? joint(person, child) : '')).join('');
      return `JOINT ${names[index]}${person}\n{\nOFFSET ${at}\nCHANNELS 3 Zrotation Xrotation Yrotation\n${children}${end ? `End Site\n{\nOFFSET ${end}\n}\n` : ''}}\n`;
    };
    const everybody = Array.from({ length: count }, (_, person) => joint(person, 0)).join('');
    const frames = Array.from({ length: 60 }, (_, frame) => {
      const swing = Math.round(32 * Math.sin((2 * Math.PI * frame) / 30));
      /** @type {Record<number, string>} */
      const turns = { 5: `-62 ${-swing} 0`, 8: `62 ${swing} 0`, 11: `0 ${swing} 0`, 12: '0 20 0', 14: `0 ${-swing} 0`, 15: '0 20 0' };
      return `0 0 0 0 0 0 ${`${names.map((_, index) => turns[index] ?? '0 0 0').join(' ')} `.repeat(count)}`;
    });
    element.srcObject = new File([
      `HIERARCHY\nROOT Crowd\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n${everybody}}\nMOTION\nFrames: 60\nFrame Time: 0.0333333\n${frames.join('\n')}\n`,
    ], 'crowd.bvh');
    return 1 + 22 * count;
  }, people);
}
