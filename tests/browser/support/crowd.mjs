/** A clip of many joints: copies of `walker` in rows. */
import { walker } from './clips.mjs';

/** Opens it. @param {Player} player @param {number} people of 17 joints and five end sites each */
export function openCrowd(player, people) {
  const [hierarchy, motion] = walker({ frames: 60 }).split('MOTION\n');
  const side = Math.ceil(Math.sqrt(people));
  const everybody = Array.from({ length: people }, (_, person) =>
    hierarchy
      .replace('HIERARCHY\nROOT', 'JOINT')
      .replace('OFFSET 0 0 0', `OFFSET ${150 * (person % side)} 92 ${150 * Math.floor(person / side)}`)
      .replace('6 Xposition Yposition Zposition', '3')
      .replace(/JOINT \w+/g, `$&${person}`),
  ).join('');
  // Offsets place the copies; the root above them does not move.
  const frames = motion
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => `0 0 0 0 0 0 ${`${row.split(' ').slice(3).join(' ')} `.repeat(people)}`);
  return player.run(
    (element, text) => {
      element.srcObject = new File([text], 'crowd.bvh');
    },
    `HIERARCHY\nROOT Crowd\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n${everybody}}\nMOTION\nFrames: 60\nFrame Time: 0.0333333\n${frames.join('\n')}\n`,
  );
}
