import { type Decimal, toDecimalText } from '../exact-json.ts';
import { statusLetter, statusWords } from '../order-status.ts';
import type { Customer, Reference, SalesOrder } from '../record-types.ts';
import { deriveLines } from './derive-lines.ts';
import type { Row, TableName } from './tables.ts';

/** Rows for several tables. */
export type DerivedRows = { [Name in TableName]?: Row<Name>[] };

/** SuiteQL's view of a sales order, from nothing but its record body: so both services agree. */
export function deriveOrderRows(order: SalesOrder): DerivedRows {
  const id = Number(order.id);
  const letter = statusLetter(order.status);
  const words = letter === undefined ? undefined : statusWords(letter);
  // Keys of our own making: NetSuite numbers its address records apart from the transactions.
  const shippingKey = order.shipAddress === undefined ? undefined : id * 2;
  const billingKey = order.billAddress === undefined ? undefined : id * 2 + 1;
  return {
    transaction: [
      {
        id,
        tranid: order.tranId,
        trandate: order.tranDate,
        createddate: order.createdDate,
        lastmodifieddate: order.lastModifiedDate,
        entity: idOf(order.entity),
        entity$name: order.entity?.refName,
        email: order.email,
        status: letter,
        status$name: words === undefined ? undefined : `Sales Order : ${words}`,
        memo: order.memo,
        otherrefnum: order.otherRefNum,
        terms: idOf(order.terms),
        terms$name: order.terms?.refName,
        currency: idOf(order.currency),
        currency$name: order.currency?.refName,
        exchangerate: textOf(order.exchangeRate),
        foreigntotal: textOf(order.total),
        employee: idOf(order.salesRep),
        employee$name: order.salesRep?.refName,
        billingaddress: billingKey,
        shippingaddress: shippingKey,
        custbody_ns_project: idOf(order.custbody_ns_project),
        custbody_ns_project$name: order.custbody_ns_project?.refName,
        custbody_stc_tax_after_discount: textOf(order.custbody_stc_tax_after_discount),
        saleseffectivedate: order.salesEffectiveDate,
        subtotal: textOf(order.subtotal),
        location: idOf(order.location),
        location$name: order.location?.refName,
      },
    ],
    transactionline: deriveLines(order),
    transactionshippingaddress: shippingKey === undefined ? [] : [{ nkey: shippingKey, addrtext: order.shipAddress }],
    transactionbillingaddress: billingKey === undefined ? [] : [{ nkey: billingKey, addrtext: order.billAddress }],
    display_name: [
      ...displayName('term', order.terms),
      ...displayName('currency', order.currency),
      ...displayName('employee', order.salesRep),
      ...displayName('location', order.location),
      ...displayName('subsidiary', order.subsidiary),
      ...displayName('job', order.custbody_ns_project),
      ...(order.item?.items ?? []).flatMap((line) => displayName('item', line.item)),
    ],
  };
}

/** SuiteQL's view of a customer, from its record body. */
export function deriveCustomerRows(customer: Customer): DerivedRows {
  const id = Number(customer.id);
  const addressKey = customer.defaultAddress === undefined ? undefined : id;
  return {
    customer: [
      {
        id,
        entityid: customer.entityId,
        companyname: customer.companyName,
        email: customer.email,
        phone: customer.phone,
        category: idOf(customer.category),
        category$name: customer.category?.refName,
        datecreated: customer.dateCreated,
        lastmodifieddate: customer.lastModifiedDate,
        entitystatus: idOf(customer.entityStatus),
        entitystatus$name: customer.entityStatus?.refName,
        terms: idOf(customer.terms),
        terms$name: customer.terms?.refName,
        currency: idOf(customer.currency),
        currency$name: customer.currency?.refName,
        language: customer.language?.id,
        language$name: customer.language?.refName,
        pricelevel: idOf(customer.priceLevel),
        pricelevel$name: customer.priceLevel?.refName,
        salesrep: idOf(customer.salesRep),
        salesrep$name: customer.salesRep?.refName,
        creditholdoverride: customer.creditHoldOverride?.id,
        creditholdoverride$name: customer.creditHoldOverride?.refName,
        balancesearch: textOf(customer.balance),
        depositbalancesearch: textOf(customer.depositBalance),
        overduebalancesearch: textOf(customer.overdueBalance),
        unbilledorderssearch: textOf(customer.unbilledOrders),
        defaultbillingaddress: addressKey,
        subsidiary: idOf(customer.subsidiary),
        subsidiary$name: customer.subsidiary?.refName,
      },
    ],
    entityaddress: addressKey === undefined ? [] : [{ nkey: addressKey, addrtext: customer.defaultAddress }],
    display_name: [
      ...displayName('customercategory', customer.category),
      ...displayName('entitystatus', customer.entityStatus),
      ...displayName('term', customer.terms),
      ...displayName('currency', customer.currency),
      ...displayName('pricelevel', customer.priceLevel),
      ...displayName('employee', customer.salesRep),
      ...displayName('subsidiary', customer.subsidiary),
    ],
  };
}

function idOf(value: Reference | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.id);
}

function textOf(value: Decimal | undefined): string | undefined {
  return value === undefined ? undefined : toDecimalText(value);
}

function displayName(recordType: string, value: Reference | undefined): Row<'display_name'>[] {
  return value?.refName === undefined ? [] : [{ record_type: recordType, id: Number(value.id), name: value.refName }];
}
