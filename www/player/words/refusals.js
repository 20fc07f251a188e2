/** The words of requests that failed. */
import { count } from './format.js';
import { words } from './words.js';

/** Explanations of some HTTP statuses. @type {Record<number, string>} */
const ANSWERS = {
  204: ', without content',
  206: ', only a part of the file',
  401: ': the file requires a login',
  403: ': access to the file is forbidden',
  404: ', not found',
  429: ': too many requests',
};

/** "1 second", "90 seconds", "2 minutes": rounded up, so that nobody comes too early. @param {number} seconds */
function duration(seconds) {
  const [unit, size] =
    seconds >= 2 * 86_400 ? ['day', 86_400] : seconds >= 7200 ? ['hour', 3600] : seconds >= 120 ? ['minute', 60] : ['second', 1];
  const n = Math.ceil(seconds / Number(size));
  return `${count(n)} ${unit}${n === 1 ? '' : 's'}`;
}

export const REFUSALS = words('player', {
  errors: {
    status: (/** @type {number} */ status, /** @type {number} */ seconds) =>
      `The server answered ${status}${ANSWERS[status] ?? (status < 500 ? '' : ': something failed on the server')}.${
        seconds ? ` Try again in ${duration(seconds)}.` : status === 429 ? ' Try again later.' : ''
      }`,
    cors: (/** @type {string} */ host) =>
      `${host} could not be reached, or does not let other sites read the file (it must send Access-Control-Allow-Origin).`,
    blocked: (/** @type {string} */ host) =>
      `This page\u2019s security policy allows no files from ${host}: add that host to its connect-src.`,
    redirects: (/** @type {string} */ host) =>
      `${host} redirects to an address that loops, cannot be reached, or that this page may not read.`,
  },
}).errors;
