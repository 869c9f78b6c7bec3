import { Input } from '@chakra-ui/react/input';
import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { controlSize } from './control-size.ts';
import { type FieldProps, FormField } from './FormField.tsx';
import type { Option } from './options.ts';
import { SuggestionPanel, suggestionId } from './SuggestionPanel.tsx';
import { useFormikField } from './use-formik-field.ts';

export interface AutocompleteFieldProps extends FieldProps {
  options: readonly Option<string>[];
  status?: 'idle' | 'loading' | 'ready' | 'failed';
  emptyMessage?: string;
  inputMode?: 'text' | 'numeric';
  placeholder?: string;
  maxLength?: number;
  /** Stands over the end of the control. */
  after?: ReactNode;
  /** Every time somebody types; the owner debounces. */
  onTextChange: (text: string) => void;
  /** `option.value` becomes the text of the field. */
  onSelect: (option: Option<string>) => void;
  onLeave?: (text: string) => void;
}

/** Text with suggestions that the owner fetches; free text stays allowed. The value is the text. */
export function AutocompleteField({
  options,
  status = 'idle',
  emptyMessage = 'Sin coincidencias. Puede continuar con lo que escribió.',
  inputMode = 'text',
  placeholder,
  maxLength,
  after,
  onTextChange,
  onSelect,
  onLeave,
  ...frame
}: AutocompleteFieldProps) {
  const { value, error, write, leave } = useFormikField<string>(frame.name);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: Option<string>) => {
    write(option.value);
    onSelect(option);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = open ? options[active] : undefined;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive(
        (active + move + options.length + (active < 0 && move < 0 ? 1 : 0)) % options.length,
      );
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };
  const shown = open && status !== 'idle' && !frame.readOnly && !frame.disabled;
  const listed = shown && options.length > 0;

  return (
    <FormField {...frame} error={error}>
      {(control) => {
        const listId = `${control.id}-list`;
        return (
          <chakra.div position="relative">
            <Input
              {...control}
              size={controlSize}
              name={frame.name}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={listed}
              aria-controls={listed ? listId : undefined}
              aria-activedescendant={
                listed && active >= 0 ? suggestionId(listId, active) : undefined
              }
              autoComplete="off"
              inputMode={inputMode}
              placeholder={placeholder}
              maxLength={maxLength}
              disabled={frame.disabled}
              readOnly={frame.readOnly}
              value={value}
              onChange={(event) => {
                write(event.target.value);
                setOpen(true);
                setActive(-1);
                onTextChange(event.target.value);
              }}
              onKeyDown={onKeyDown}
              onBlur={(event) => {
                close();
                leave();
                onLeave?.(event.target.value);
              }}
            />
            {after}
            <SuggestionPanel
              listId={listId}
              label={frame.label}
              shown={shown}
              status={status}
              options={options}
              active={active}
              emptyMessage={emptyMessage}
              onChoose={choose}
            />
          </chakra.div>
        );
      }}
    </FormField>
  );
}
