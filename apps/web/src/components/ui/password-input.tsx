import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/signed-out-texts.ts';
import { Button } from './button.tsx';
import { Input } from './input.tsx';

/** A password field with a button that shows the password. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<typeof Input>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...rest} type={shown ? 'text' : 'password'} className={classNames('h-10 pr-10', className)} />
      <Button
        variant="ghost"
        icon
        aria-label={t(shown ? 'password.hide' : 'password.show')}
        onClick={() => setShown(!shown)}
        className="absolute! top-1 right-1"
      >
        {shown ? <EyeOff /> : <Eye />}
      </Button>
    </div>
  );
}
