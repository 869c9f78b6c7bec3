import { chakra } from '@chakra-ui/react/styled-system';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { maximumLogoBytes } from '#contract/calls/administration.calls.ts';
import { FormField, useFormikField } from '../../ui/fields/FormField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { sizeText, takeFiles } from '../../ui/fields/ManyFilesField.tsx';

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** The logo of the documents. The value is the chosen or the stored picture as data URL; '' for none. */
export function LogoField() {
  const { value, error, write, leave } = useFormikField<string>('logo_empresa');
  const row = useRef<HTMLDivElement>(null);
  const choose = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    write(await dataUrlOf(file));
    leave();
  };
  const remove = () => {
    write('');
    // The pressed button is gone.
    row.current?.querySelector('button')?.focus();
  };
  const hasLogo = value !== '';
  return (
    <FormField
      as="group"
      label="Logo para los documentos"
      help={`PNG o JPG, hasta ${sizeText(maximumLogoBytes)}. Va arriba a la izquierda`}
      error={error}
    >
      {() => (
        <chakra.div ref={row} display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <input
            type="file"
            hidden
            accept=".png,.jpg,.jpeg"
            onChange={(event) => void choose(takeFiles(event))}
          />
          {hasLogo && error === undefined ? (
            <chakra.img src={value} alt="Logo de la empresa" maxW="40" maxH="12" />
          ) : null}
          <GuardedButton
            variant="outline"
            icon={ImageUp}
            onClick={() => row.current?.querySelector('input')?.click()}
          >
            {hasLogo ? 'Cambiar el logo' : 'Elegir el logo'}
          </GuardedButton>
          {hasLogo ? <IconButton label="Quitar el logo" icon={Trash2} onClick={remove} /> : null}
        </chakra.div>
      )}
    </FormField>
  );
}
