import { useEffect, useEffectEvent, useState } from 'react';

/** The dropped files, and whether the drop contained folders, which cannot be uploaded. */
export interface Dropped {
  files: readonly File[];
  hasFolder: boolean;
}

/**
 * Accepts files dropped anywhere on the page; without this the browser would navigate to the file. Returns true while
 * files are dragged over the page.
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
      // `relatedTarget` is null only when the pointer leaves the window.
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
