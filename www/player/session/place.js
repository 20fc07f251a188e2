/** Returns a player to a time and a camera, on another stage or when the clip is read again. */

/** @param {import('./session.js').Session} session @param {import('./load.js').Place} place */
export function restorePlace({ host, playback, state }, { time, camera }) {
  const { settings } = state;
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
  if (time > playback.duration || time < playback.begin) state.pending = { seconds: time };
  playback.run();
}
