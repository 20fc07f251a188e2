import { contracts } from './support/media.mjs';
const { alike, alikeLoaded } = await contracts();
alike('play() without a source: events', async (element, { heard, good }) => {
  element.play().catch(() => {});
  await media.queue();
  const first = heard.splice(0).map(({ type }) => type);
  element.src = good;
  await media.until('it moves', () => element.currentTime > 0.1);
  await media.queue();
  const then = heard.splice(0).map(({ type }) => type).filter((type) => !/progress|suspend|timeupdate/.test(type));
  return { first, then };
});
alikeLoaded('played again after its end: events', async (element, { heard }) => {
  await element.play();
  element.currentTime = element.duration - 0.05;
  await media.until('it ends', () => element.ended);
  await media.queue();
  heard.splice(0);
  await element.play();
  await media.until('it moves', () => element.currentTime > 0.1 && element.currentTime < 2);
  await media.queue();
  const told = heard.map(({ type }) => type);
  return { told: told.filter((type, at) => type !== 'timeupdate' || told[at - 1] !== 'timeupdate').slice(0, 6) };
});
alikeLoaded('another src while it plays: events', async (element, { heard, other }) => {
  await element.play();
  await media.until('it moves', () => element.currentTime > 0.1);
  await media.queue();
  heard.splice(0);
  element.src = other;
  await media.until('it is there', () => element.readyState === 4);
  await media.queue();
  return heard.map(({ type }) => type).filter((type) => !/progress|suspend/.test(type));
});
alikeLoaded('another src while it stands in the middle: events', async (element, { heard, other }) => {
  await media.seek(element, 1);
  heard.splice(0);
  element.src = other;
  await media.until('it is there', () => element.readyState === 4);
  await media.queue();
  return heard.map(({ type }) => type).filter((type) => !/progress|suspend/.test(type));
});
alike('a src that is set in the document, taken out, and set anew: events', async (element, { heard, good, other }) => {
  await media.load(element, good);
  heard.splice(0);
  element.remove();
  element.src = other;
  await media.queue();
  const outside = heard.splice(0).map(({ type }) => type).filter((type) => !/progress|suspend/.test(type));
  return { outside };
});
