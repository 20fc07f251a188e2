/** Where a player was, and how it returns there: the same clip on another stage, or read once more. */

/** @typedef {{ time: number, camera: string }} Place */
/** @typedef {import('./session.js').Session} Session */

/** @param {Session} session @returns {Place} */
export const placeOf = ({ playback, view }) => ({ time: playback.kept, camera: view.kept });

/** @param {Session} session @param {Place} place */
export function returnTo({ host, playback, settings }, { time, camera }) {
  const { values } = settings;
  host.change((stage) => {
    settings.applyAll(stage);
    // It is there at once, whether moves ease or not.
    const { smooth } = values;
    values.smooth = false;
    settings.apply('smooth', stage);
    if (camera) stage.setCamera(camera);
    values.smooth = smooth;
    settings.apply('smooth', stage);
    stage.seek(time);
  });
  playback.moved();
  // So much of it may not be there yet.
  if (time > playback.duration) playback.want = { seconds: time };
  playback.run();
}
