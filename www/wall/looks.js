/** The attributes by which posters look as the player does. */
import { tools } from '../player/element/rooms.js';

export const looks = () => ['renderer', ...tools().flatMap(({ choices }) => choices?.option ?? [])];
