import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { FileInput } from '#components/ui/file-input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { type ListedPerson, readPeople } from './read-people.ts';

interface PeopleInputProps {
  /** Pasted text that has not been added yet. */
  text: string;
  onTextChange: (text: string) => void;
  onAdd: (people: readonly ListedPerson[]) => void;
}

/** Input for a list: paste, type, drop a file or choose one. */
export function PeopleInput({ text, onTextChange, onAdd }: PeopleInputProps) {
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const [dropping, setDropping] = useState(false);

  async function add(given: string): Promise<boolean> {
    const people = await readPeople(given);
    setFault(people.length === 0 ? t('inviteMany.nobody') : undefined);
    if (people.length > 0) onAdd(people);
    return people.length > 0;
  }

  async function addText() {
    if (await add(text)) onTextChange('');
  }

  async function addFile(chosen: File | undefined) {
    if (chosen === undefined) return;
    const content = await chosen.text().catch(() => undefined);
    // Text has no null characters; workbooks and images do.
    if (content === undefined || content.includes('\0')) {
      return setFault(t('inviteMany.fileFailed', { name: chosen.name }));
    }
    await add(content);
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setDropping(false);
    void addFile(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the button below.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={handleDrop}
      className="grid gap-3"
    >
      <Field label={t('inviteMany.list')} error={fault} hint={t('inviteMany.listHint')}>
        {(control) => (
          <Textarea
            {...control}
            value={text}
            onChange={(event) => {
              setFault(undefined);
              onTextChange(event.target.value);
            }}
            placeholder={t(dropping ? 'inviteMany.dropHere' : 'inviteMany.listPlaceholder')}
            spellCheck={false}
            className={classNames('min-h-28!', dropping && 'border-accent! border-dashed bg-accent-soft!')}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button onClick={addText} disabled={text.trim() === ''} busyLabel={t('inviteMany.adding')}>
          {t('inviteMany.add')}
        </Button>
        <Button variant="ghost" onClick={() => file.current?.click()}>
          <FileUp aria-hidden />
          {t('inviteMany.chooseFile')}
        </Button>
        <FileInput
          ref={file}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onFiles={([chosen]) => void addFile(chosen)}
        />
      </div>
    </div>
  );
}
