import type { EndpointDefinition } from '@portal/contract/endpoint';
import fc from 'fast-check';
import { type Form, formArbitrary } from './form-arbitrary.ts';
import { fromSchema } from './from-schema.ts';
import {
  brokenJson,
  brokenQuery,
  brokenSegment,
  hostileText,
  hostileValue,
  oddHeaders,
  wrongContentTypes,
} from './hostile.ts';
import { isThing } from './world-names.ts';

type Fields = Record<string, unknown>;

/** A request to an endpoint, before references are replaced by ids. */
export type GeneratedRequest = {
  params: Fields;
  query: (readonly [string, unknown])[];
  /** JSON body; undefined sends no body. */
  body: unknown;
  form?: Form;
  /** Low-level damage that no client would cause; replaces the values above. */
  wire: {
    segment?: string;
    query?: string;
    text?: string;
    contentType?: string;
    headers?: Record<string, string>;
  };
};

/** Requests that are valid, nearly valid, invalid throughout, or malformed on the wire. */
export function requestTo(endpoint: EndpointDefinition): fc.Arbitrary<GeneratedRequest> {
  const good = goodRequest(endpoint);
  return fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 3, arbitrary: fc.tuple(good, breaking).map(([request, how]) => breakOne(request, how)) },
    { weight: 2, arbitrary: hostileRequest(endpoint) },
    { weight: 2, arbitrary: fc.tuple(good, wire).map(([request, broken]) => ({ ...request, wire: broken })) },
  );
}

function goodRequest(endpoint: EndpointDefinition): fc.Arbitrary<GeneratedRequest> {
  const { params, query, body, multipart } = endpoint;
  const fields = (schema: typeof params) =>
    schema === undefined ? fc.constant({}) : (fromSchema(schema, endpoint) as fc.Arbitrary<Fields>);
  return fc
    .record({
      params: fields(params),
      query: fields(query).map((made) => Object.entries(made)),
      // The web app sends an empty body, or none, if none is required.
      body: body === undefined ? fc.constantFrom(undefined, undefined, {}) : fromSchema(body, endpoint),
      form: multipart === undefined ? fc.constant(undefined) : formArbitrary(fields(multipart)),
    })
    .map(({ form, ...made }) => ({ ...made, ...(form && { form }), wire: {} }));
}

/** Which field to break, with which value or by omission, and how deep inside it. */
const breaking = fc.record({
  at: fc.nat(20),
  how: fc.constantFrom('replaced', 'replaced', 'replaced', 'missing', 'twice', 'added'),
  value: hostileValue,
  name: hostileText,
  depth: fc.nat(2),
});
type Breaking = typeof breaking extends fc.Arbitrary<infer Value> ? Value : never;

function breakOne(request: GeneratedRequest, breaking: Breaking): GeneratedRequest {
  const body = typeof request.body === 'object' && request.body !== null ? (request.body as Fields) : {};
  const places = [
    ...Object.keys(request.params).map((name) => ({ part: 'params', name }) as const),
    ...request.query.map(([name]) => ({ part: 'query', name }) as const),
    ...Object.keys(body).map((name) => ({ part: 'body', name }) as const),
  ];
  const place = places[breaking.at % Math.max(1, places.length)];
  const { how, value, name } = breaking;
  if (place === undefined || how === 'added') return { ...request, query: [...request.query, [name, value]] };
  if (place.part === 'params') return { ...request, params: { ...request.params, [place.name]: value } };
  if (place.part === 'body') return { ...request, body: breakIn(body, place.name, breaking) };
  if (how === 'twice') return { ...request, query: [...request.query, [place.name, value]] };
  const others = request.query.filter(([key]) => key !== place.name);
  return { ...request, query: how === 'missing' ? others : [...others, [place.name, value]] };
}

function breakIn(holder: Fields, name: string, { how, value, depth, ...rest }: Breaking): Fields {
  const inner = holder[name];
  if (depth > 0 && Array.isArray(inner) && typeof inner[0] === 'object' && inner[0] !== null && !isThing(inner[0])) {
    const [key = ''] = Object.keys(inner[0]);
    const first = breakIn(inner[0] as Fields, key, { how, value, depth: depth - 1, ...rest });
    return { ...holder, [name]: [first, ...inner.slice(1)] };
  }
  if (depth > 0 && Array.isArray(inner)) return { ...holder, [name]: [...inner, value] };
  const { [name]: _gone, ...others } = holder;
  return how === 'missing' ? others : { ...others, [name]: value };
}

/** All fields of all parts, and some unknown ones. */
function hostileRequest(endpoint: EndpointDefinition): fc.Arbitrary<GeneratedRequest> {
  const names = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
  const name = (known: readonly string[]) => (known.length === 0 ? hostileText : fc.constantFrom(...known));
  const pairs = (known: readonly string[]) => fc.array(fc.tuple(fc.oneof(name(known), hostileText), hostileValue));
  const params = names(endpoint.params);
  return fc.record({
    params: fc
      .array(hostileText, { minLength: params.length, maxLength: params.length })
      .map((values) => Object.fromEntries(params.map((param, index) => [param, values[index]]))),
    query: pairs(names(endpoint.query)),
    body: fc.oneof(
      hostileValue,
      fc.constant(undefined),
      pairs(names(endpoint.body)).map((made): unknown => Object.fromEntries(made)),
    ),
    wire: fc.constant({}),
  });
}

const wire: fc.Arbitrary<GeneratedRequest['wire']> = fc.oneof(
  brokenJson.map((text) => ({ text, contentType: 'application/json' })),
  fc.tuple(brokenJson, fc.constantFrom(...wrongContentTypes)).map(([text, contentType]) => ({ text, contentType })),
  fc.constantFrom(...wrongContentTypes).map((contentType) => ({ contentType })),
  brokenQuery.map((query) => ({ query })),
  brokenSegment.map((segment) => ({ segment })),
  fc.constantFrom(...oddHeaders).map((headers) => ({ headers })),
);
