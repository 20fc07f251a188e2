import { useRef } from 'react';
import type { MareyPlayer } from 'marey-player';

export function Walk() {
  const player = useRef<MareyPlayer>(null);
  return (
    <>
      <marey-player
        ref={player}
        src="samples/walk.bvh"
        theme="auto"
        controls
        loop
        onjointselect={({ detail }) => console.log(detail.name)}
      />
      <button onClick={() => player.current?.stepFrame(1)}>One frame</button>
    </>
  );
}
