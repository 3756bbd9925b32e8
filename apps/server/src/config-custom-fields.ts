import { type CustomField, defaultOrderFields, type OrderFields } from '@portal/netsuite/source/custom-fields';
import { isNamedType } from '@portal/netsuite/source/names';
import { z } from 'zod';
import { parseJson } from './platform/parse-json.ts';

/** A custom field that the details of a record show. */
export type DetailField = CustomField & {
  label: string;
  /** Whether guests see it. */
  guests: boolean;
};

/** Custom fields of orders and customers. */
export type CustomFieldsConfig = {
  orders: OrderFields & { others: readonly DetailField[] };
  customers: readonly DetailField[];
};

/** Fields without any configuration. */
export const defaultCustomFields: CustomFieldsConfig = { orders: { ...defaultOrderFields, others: [] }, customers: [] };

const MAX_FIELDS = 10;
const types = ['text', 'number', 'money', 'date', 'checkbox', 'list'] as const;

const columnOf = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[a-z0-9_]{1,50}$`), `must begin with ${prefix}, in lower case`);

const detailFields = (prefix: string) =>
  z
    .array(
      z
        .strictObject({
          column: columnOf(prefix),
          label: z.string('is required').trim().min(1, 'is required').max(60, 'must have at most 60 characters'),
          type: z.enum(types, `must be one of ${types.join(', ')}`),
          list: z
            .string()
            .refine(isNamedType, 'must be a table of names, such as customlist_carriers or employee')
            .optional(),
          guests: z.boolean('must be true or false').default(false),
        })
        .refine(({ type, list }) => list === undefined || type === 'list', {
          path: ['list'],
          message: 'belongs to fields of the type list alone',
        }),
    )
    .max(MAX_FIELDS, `must be at most ${MAX_FIELDS} fields`)
    .refine(
      (fields) => new Set(fields.map(({ column }) => column)).size === fields.length,
      'must name each column once',
    );

/** A variable that holds a JSON list of fields; an error names the field and what is wrong with it. */
const jsonFields = (prefix: string) =>
  z
    .string()
    .default('[]')
    .transform((text, context): readonly DetailField[] => {
      const result = detailFields(prefix).safeParse(parseJson(text));
      if (result.success) return result.data;
      const [issue] = result.error.issues;
      const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')} `;
      const message = parseJson(text) === undefined ? 'must be JSON' : `is wrong: ${place}${issue?.message}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

export const customFieldVariables = {
  NETSUITE_PROJECT_FIELD: columnOf('custbody').default(defaultOrderFields.project),
  NETSUITE_TAX_FIELD: columnOf('custbody').default(defaultOrderFields.tax),
  NETSUITE_ORDER_FIELDS: jsonFields('custbody'),
  NETSUITE_CUSTOMER_FIELDS: jsonFields('custentity'),
};

type Variables = { [Name in keyof typeof customFieldVariables]: z.infer<(typeof customFieldVariables)[Name]> };

/** The configured fields, from valid variables. */
export function readCustomFields(values: Variables): CustomFieldsConfig {
  return {
    orders: {
      project: values.NETSUITE_PROJECT_FIELD,
      tax: values.NETSUITE_TAX_FIELD,
      others: values.NETSUITE_ORDER_FIELDS,
    },
    customers: values.NETSUITE_CUSTOMER_FIELDS,
  };
}
