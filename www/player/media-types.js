const PLAYS = /^(model|application|text|x-world)\/(x-)?(bvh|biovision|acclaim(-asf|-amc)?|asf-?amc|amc|asf|skel|x3d(\+(xml|vrml|json))?|x3d-vrml|vrml)$/;
const MAY_PLAY = /^(application\/octet-stream|text\/plain|application\/json|application\/gzip)$/;

/** As HTMLMediaElement answers. @param {unknown} type @returns {'' | 'maybe' | 'probably'} */
export function canPlayType(type) {
  const [essence] = String(type).toLowerCase().split(';').map((part) => part.trim());
  return PLAYS.test(essence) ? 'probably' : MAY_PLAY.test(essence) ? 'maybe' : '';
}
