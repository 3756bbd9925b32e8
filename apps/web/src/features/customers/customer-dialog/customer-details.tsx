import type { CustomerDetail, CustomerRawData } from '@portal/contract/customers';
import { CustomFacts } from '#components/ui/custom-facts.tsx';
import { Fact, TextLines } from '#components/ui/fact.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatDate, formatMoney } from '#lib/format.ts';
import { useRole } from '#lib/profile.ts';
import { seesBalances } from '#lib/role.ts';
import { t } from '#lib/texts.ts';

const outer = 'grid gap-x-8 gap-y-4 sheet:grid-cols-[minmax(0,1fr)_15rem]';
const inner = 'grid grid-cols-2 content-start gap-x-6 gap-y-4';
const wideWhenNarrow = 'max-sheet:col-span-2';

/** All fields of a customer, with balances if the role can see them. */
export function CustomerDetails({ customer: { rawData, customFields } }: { customer: CustomerDetail }) {
  const balances = seesBalances(useRole());
  return (
    <div className={outer}>
      <div className="contents content-start gap-4 sheet:order-1 sheet:grid">
        {balances ? <CustomerBalances rawData={rawData} /> : null}
        <dl className="max-sheet:order-1">
          <Fact label={t('customer.address')}>
            {rawData.defaultAddress === undefined ? undefined : <TextLines text={rawData.defaultAddress} />}
          </Fact>
        </dl>
      </div>
      <dl className={inner}>
        <Fact label={t('customer.entityId')} className={wideWhenNarrow}>
          {rawData.entityId}
        </Fact>
        <Fact label={t('customer.companyName')} className={wideWhenNarrow}>
          {rawData.companyName}
        </Fact>
        <Fact label={t('label.email')} className={wideWhenNarrow}>
          {rawData.email}
        </Fact>
        <Fact label={t('customer.phone')}>{rawData.phone}</Fact>
        <Fact label={t('customer.category')}>{rawData.category?.refName}</Fact>
        <Fact label={t('label.status')}>{rawData.entityStatus?.refName}</Fact>
        <Fact label={t('customer.salesRep')}>{rawData.salesRep?.refName}</Fact>
        <Fact label={t('customer.subsidiary')}>{rawData.subsidiary?.refName}</Fact>
        <Fact label={t('label.terms')}>{rawData.terms?.refName}</Fact>
        <Fact label={t('customer.priceLevel')}>{rawData.priceLevel?.refName}</Fact>
        <Fact label={t('label.currency')}>{rawData.currency?.refName}</Fact>
        <Fact label={t('customer.language')}>{rawData.language?.refName}</Fact>
        <Fact label={t('label.created')}>{dateOf(rawData.dateCreated)}</Fact>
        <Fact label={t('label.lastModified')}>{dateOf(rawData.lastModifiedDate)}</Fact>
        <Fact label={t('customer.creditHold')}>{rawData.creditHoldOverride?.refName}</Fact>
        <CustomFacts fields={customFields} />
      </dl>
    </div>
  );
}

/** Placeholder for the fields of a customer while they load. */
export function CustomerDetailsSkeleton() {
  return (
    <div className={outer}>
      <span className="sr-only">{t('state.loading')}</span>
      <Skeleton className="h-34 rounded-panel! sheet:order-1" />
      <div className={inner}>
        {Array.from({ length: 15 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders have no identity but their position.
          <div key={index} className="grid h-9.5 content-between">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-3.5 w-32" />
          </div>
        ))}
      </div>
    </div>
  );
}

function dateOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : formatDate(value);
}

/** Customer balances in CAD. */
function CustomerBalances({ rawData }: { rawData: CustomerRawData }) {
  const rows = [
    { label: t('customer.depositBalance'), value: rawData.depositBalance },
    { label: t('customer.overdueBalance'), value: rawData.overdueBalance },
    { label: t('customer.unbilledOrders'), value: rawData.unbilledOrders },
  ];
  return (
    <dl className="grid content-start gap-1.5 self-start rounded-panel border border-line px-4 py-3.5 tabular-nums">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-4 text-ink-2">
          <dt>{label}</dt>
          <dd>{amount(value)}</dd>
        </div>
      ))}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-2.5 font-semibold text-heading text-ink">
        <dt>{t('customer.balance')}</dt>
        <dd>{amount(rawData.balance)}</dd>
      </div>
    </dl>
  );
}

function amount(value: string | undefined): string {
  return value === undefined ? t('value.none') : formatMoney(value);
}
