import { Check } from 'lucide-react';
import { t } from '#lib/texts.ts';
import { PaletteGroup, PaletteItem } from './palette-item.tsx';
import type { Command } from './use-commands.ts';

interface CommandGroupsProps {
  commands: readonly Command[];
  onChoose: (run: () => unknown) => void;
}

const groups = ['pages', 'actions'] as const;

/** Pages and actions that match the text. */
export function CommandGroups({ commands, onChoose }: CommandGroupsProps) {
  return groups.map((id) => {
    const own = commands.filter(({ group }) => group === id);
    if (own.length === 0) return null;
    return (
      <PaletteGroup key={id} heading={t(`palette.${id}`)}>
        {own.map((command) => (
          <PaletteItem key={command.id} id={command.id} icon={command.icon} onChoose={() => onChoose(command.run)}>
            <span className="min-w-0 flex-1 truncate">{command.label}</span>
            {command.chosen === true ? (
              <>
                <Check aria-hidden className="text-accent" />
                <span className="sr-only">{t('palette.inForce')}</span>
              </>
            ) : null}
          </PaletteItem>
        ))}
      </PaletteGroup>
    );
  });
}
