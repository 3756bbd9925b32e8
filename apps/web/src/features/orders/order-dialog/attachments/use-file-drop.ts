import { useEffect, useEffectEvent, useState } from 'react';

/** What was dropped: the files, and whether there were folders among it, which no form can carry. */
export interface Dropped {
  files: readonly File[];
  hasFolder: boolean;
}

/**
 * Takes files dropped anywhere on the page, which would otherwise leave the portal to show the file. True while files
 * are held over it.
 */
export function useFileDrop(onDrop: (dropped: Dropped) => void): boolean {
  const [isOver, setOver] = useState(false);
  const handleDropped = useEffectEvent(onDrop);

  useEffect(() => {
    const life = new AbortController();
    const options = { signal: life.signal };
    function over(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    }
    function leave(event: DragEvent) {
      // From one element to the next there is a target: out of the window there is none.
      if (event.relatedTarget === null) setOver(false);
    }
    function drop(event: DragEvent) {
      setOver(false);
      if (event.dataTransfer === null || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      handleDropped(readDropped(event.dataTransfer));
    }
    window.addEventListener('dragenter', over, options);
    window.addEventListener('dragover', over, options);
    window.addEventListener('dragleave', leave, options);
    window.addEventListener('drop', drop, options);
    return () => life.abort();
  }, []);

  return isOver;
}

function readDropped({ items }: DataTransfer): Dropped {
  const files: File[] = [];
  let hasFolder = false;
  for (const item of items) {
    const file = item.getAsFile();
    if (item.webkitGetAsEntry()?.isDirectory) hasFolder = true;
    else if (file !== null) files.push(file);
  }
  return { files, hasFolder };
}
