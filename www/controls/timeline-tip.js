/** What is under the pointer on the timeline: its time and frame, on a line up from the track. Nothing hovers under a finger. */
import { h, setText } from '../player/dom.js';
import { clock } from '../player/format.js';
import { S } from '../player/strings.js';

/**
 * @param {HTMLElement} timeline
 * @param {import('../player/playback.js').Playback} playback
 */
export function tipOver(timeline, playback) {
  const text = h('span', { class: 'when', dir: 'auto' });
  const line = h('span', { class: 'hairline' });
  const root = h('div', { class: 'pointed', 'aria-hidden': 'true', hidden: true }, line, text);
  const move = (/** @type {PointerEvent} */ { clientX, pointerType, target }) => {
    const { left, width } = timeline.getBoundingClientRect();
    const { duration, frameCount, keyed } = playback;
    const inLane = target instanceof Element && target.closest('.lane[data-over]') !== null;
    root.hidden = inLane || pointerType === 'touch' || !(width > 0 && duration > 0);
    if (root.hidden) return;
    const part = Math.max(0, Math.min(1, (clientX - left) / width));
    const frame = Math.round(part * (frameCount - 1));
    setText(text, S.pointed(clock(part * duration, duration), keyed ? '' : S.at(S.frame(false), frame)));
    const x = part * width;
    const half = text.offsetWidth / 2;
    line.style.setProperty('transform', `translateX(${x.toFixed(1)}px)`);
    text.style.setProperty('transform', `translateX(${Math.max(half, Math.min(width - half, x)) - half}px)`);
  };
  timeline.append(root);
  timeline.addEventListener('pointermove', move);
  timeline.addEventListener('pointerleave', () => { root.hidden = true; });
}
