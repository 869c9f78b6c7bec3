import { chakra } from '@chakra-ui/react/styled-system';
import { Textarea } from '@chakra-ui/react/textarea';
import { controlSize } from './control-size.ts';
import { type FieldProps, FormField } from './FormField.tsx';
import { useFormikField } from './use-formik-field.ts';

export interface TextAreaFieldProps extends FieldProps {
  rows?: number;
  maxLength?: number;
}

/** Several lines of text; counts the characters when there is a limit. */
export function TextAreaField({ rows = 4, maxLength, ...frame }: TextAreaFieldProps) {
  const { value, error, write, leave } = useFormikField<string>(frame.name);
  return (
    <FormField {...frame} error={error}>
      {(control) => (
        <>
          <Textarea
            {...control}
            size={controlSize}
            resize="vertical"
            name={frame.name}
            rows={rows}
            maxLength={maxLength}
            disabled={frame.disabled}
            readOnly={frame.readOnly}
            value={value}
            onChange={(event) => write(event.target.value)}
            onBlur={leave}
          />
          {maxLength === undefined || frame.readOnly ? null : (
            <chakra.div aria-hidden="true" textStyle="sm" color="fg.muted" textAlign="end" mt="1">
              {value.length} / {maxLength}
            </chakra.div>
          )}
        </>
      )}
    </FormField>
  );
}
