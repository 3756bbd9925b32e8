import type { ComponentProps } from 'react';

interface FileInputProps extends Pick<ComponentProps<'input'>, 'ref' | 'accept' | 'multiple'> {
  onFiles: (files: readonly File[]) => void;
}

/** The browser's file chooser, opened by a button, which keyboard and screen reader users use. */
export function FileInput({ onFiles, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      aria-hidden
      tabIndex={-1}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        // Reset the input, so that the same file can be selected again.
        event.target.value = '';
      }}
      className="hidden"
    />
  );
}
