import { MEDIA_TYPE } from './kinds.js';

const MAY_PLAY = /^(application\/octet-stream|text\/plain|application\/json|application\/gzip)$/;

/** As HTMLMediaElement answers. @param {unknown} type @returns {'' | 'maybe' | 'probably'} */
export function canPlayType(type) {
  const [essence] = String(type)
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  return MEDIA_TYPE.test(essence) ? 'probably' : MAY_PLAY.test(essence) ? 'maybe' : '';
}
