/** Figures that stand side by side in the picture, however the camera turns. */
import { ACTOR_NUMBERS, cast } from '../actors/cast.js';

/** @typedef {import('../player/session/session.js').Session} Session */

/** The distance of neighbours, heights of the figure. */
const APART = 0.8;
/** The places of an actor's displacement among its numbers. */
const [X, Z] = [5, 6];

/** Moves the actors of the clips apart, to the right of the camera. @param {Session} session @param {readonly number[]} numbers of the actors where they stand otherwise */
export function standBeside(session, numbers) {
  const yaw = (Number.parseFloat(session.view.camera) || 0) * (Math.PI / 180);
  const height = session.host.read((stage) => stage.carriers(new Float64Array([0]))[0], 0) || 1;
  const moved = [...numbers];
  const count = moved.length / ACTOR_NUMBERS;
  for (let index = 0; index < count; index += 1) {
    const way = (index - (count - 1) / 2) * APART * height;
    moved[index * ACTOR_NUMBERS + X] += way * Math.cos(yaw);
    moved[index * ACTOR_NUMBERS + Z] -= way * Math.sin(yaw);
  }
  cast(session, 'clips', moved);
}
