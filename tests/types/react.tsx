/** A React component that uses the element. It is type-checked, never run. */
import { useRef } from 'react';
import type { MareyPlayer } from '../../dist/marey-player.js';

export function Motion({ file }: { file: File }) {
  const player = useRef<MareyPlayer>(null);
  return (
    <figure>
      <marey-player
        ref={player}
        className="stage"
        style={{ width: 640 }}
        src="walk.bvh"
        skeleton="walk.asf"
        controls
        loop
        fps={60}
        in-place
        srcObject={file}
        playbackRate={2}
        slot="media"
        aria-label="A walk"
        key="walk"
        onClick={(event) => event.currentTarget.pause()}
        onbehaviourchange={({ detail }) => detail.name}
      />
      <marey-clip src="jump.bvh" offset={0.5} ghost hidden />
      <button onClick={() => player.current?.play()}>Play</button>
    </figure>
  );
}

// Type errors are reported.
export const wrong = [
  // @ts-expect-error
  <marey-player controls="no" />,
  // @ts-expect-error
  <marey-player playbackRate="fast" />,
  // @ts-expect-error
  <marey-player sorce="walk.bvh" />,
  // @ts-expect-error
  <marey-player onbehaviourchange={({ detail }) => detail.joints} />,
  // @ts-expect-error
  <marey-clip ofset={0.5} />,
];
