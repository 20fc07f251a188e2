/** Saves a player's time and camera, and restores them on another stage or when the clip is read again. */

/** @typedef {{ time: number, camera: string }} ViewState */
/** @typedef {import('./session.js').Session} Session */

/** @param {Session} session @returns {ViewState} */
export const viewStateOf = ({ playback, view }) => ({ time: playback.lastTime, camera: view.lastCamera });

/** @param {Session} session @param {ViewState} state */
export function restoreViewState({ host, playback, settings }, { time, camera }) {
  const { values } = settings;
  host.change((stage) => {
    settings.applyAll(stage);
    // The camera arrives at once, without easing.
    const { smooth } = values;
    values.smooth = false;
    settings.apply('smooth', stage);
    if (camera) stage.setCamera(camera);
    values.smooth = smooth;
    settings.apply('smooth', stage);
    stage.seek(time);
  });
  playback.moved();
  // That part of the clip may not have been read yet.
  if (time > playback.duration) playback.pending = { seconds: time };
  playback.run();
}
