import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { DropdownMenu as MenuParts, RadioGroup } from 'radix-ui';
import { Button } from '#components/ui/button.tsx';
import { DropdownMenu } from '#components/ui/dropdown-menu.tsx';
import { t } from '#lib/texts.ts';
import { chooseTheme, type ThemeChoice, themeChoices, useTheme } from '#lib/theme.ts';

const icons = { light: Sun, dark: Moon, system: Monitor };

/** Light, dark, or system theme. */
export function ThemeSwitcher() {
  const { choice } = useTheme();
  return (
    <RadioGroup.Root
      aria-label={t('theme.label')}
      value={choice}
      onValueChange={(value) => chooseTheme(value as ThemeChoice)}
      className="inline-flex h-8 shrink-0 items-center gap-0.5 rounded-control border border-line p-0.5"
    >
      {themeChoices.map((value) => {
        const Icon = icons[value];
        const label = t(`theme.${value}`);
        return (
          <RadioGroup.Item
            key={value}
            value={value}
            aria-label={label}
            data-tooltip
            className="grid h-6.5 w-7.5 place-items-center rounded-[6px] text-ink-3 hover:text-ink aria-checked:bg-pressed aria-checked:text-ink"
          >
            <Icon className="size-3.5!" />
          </RadioGroup.Item>
        );
      })}
    </RadioGroup.Root>
  );
}

/** The same choice in a menu button, for a narrow screen. */
export function ThemeMenu() {
  const { choice } = useTheme();
  const Icon = icons[choice];
  return (
    <DropdownMenu
      trigger={
        <Button
          variant="ghost"
          icon
          aria-label={t('theme.current', { theme: t(`theme.${choice}`) })}
          className="-mr-1.5"
        >
          <Icon />
        </Button>
      }
    >
      <MenuParts.RadioGroup value={choice} onValueChange={(value) => chooseTheme(value as ThemeChoice)}>
        {themeChoices.map((value) => {
          const ChoiceIcon = icons[value];
          return (
            <MenuParts.RadioItem
              key={value}
              value={value}
              className="flex h-8 cursor-default items-center gap-2 rounded-small px-2 outline-none data-highlighted:bg-pressed"
            >
              <ChoiceIcon aria-hidden className="text-ink-3" />
              <span className="flex-1">{t(`theme.${value}`)}</span>
              <MenuParts.ItemIndicator>
                <Check aria-hidden className="size-3.5! text-accent" />
              </MenuParts.ItemIndicator>
            </MenuParts.RadioItem>
          );
        })}
      </MenuParts.RadioGroup>
    </DropdownMenu>
  );
}
