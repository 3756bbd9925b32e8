import { expect, test } from 'vitest';
import { toShipTo } from './ship-to.ts';

const street = 'Suprêmes délices\r\nBoulevard Tirou, 255\r\n';

test.each([
  ['Reims 51100\r\nFrance', 'Reims, France'],
  ['44087 Münster\r\nGermany', 'Münster, Germany'],
  ['Rio de Janeiro RJ 05454-876\r\nBrazil', 'Rio de Janeiro RJ, Brazil'],
  ['Charleroi B-6000\r\nBelgium', 'Charleroi, Belgium'],
  ['San Cristóbal Táchira 5022\r\nVenezuela', 'San Cristóbal Táchira, Venezuela'],
  ['México D.F. 05022\r\nMexico', 'México D.F., Mexico'],
  ['Bräcke S-844 67\r\nSweden', 'Bräcke, Sweden'],
  ['London EC2 5NT\r\nUK', 'London, UK'],
  ['Cork Co. Cork\r\nIreland', 'Cork Co. Cork, Ireland'],
  ['Montréal Québec H1J 1C3\r\nCanada', 'Montréal Québec, Canada'],
  ['Warszawa 01-012\r\nPoland', 'Warszawa, Poland'],
  ['Toronto ON M5V 2T6', 'Toronto ON'],
  ['Albuquerque NM 87110', 'Albuquerque NM'],
  ['Albuquerque NM 87110-1234', 'Albuquerque NM'],
])('finds the place in an address that ends with %j', (end, place) => {
  expect(toShipTo(street + end)).toBe(place);
  expect(toShipTo(`${street}${end}\r\n`.replaceAll('\r\n', '\n'))).toBe(place);
});

test.each([
  ['Dock 4\nCall before delivery', 'Dock 4, Call before delivery'],
  ['Vins\n59 rue de l’Abbaye', 'Vins, 59 rue de l’Abbaye'],
  ['Warehouse\nNorth gate\nSuite 1200', 'North gate, Suite 1200'],
  ['H1J 1C3', 'H1J 1C3'],
  ['A\nB\n1 2\nFrance', '1 2, France'],
  ['Reims', 'Reims'],
  [' \r\n ', undefined],
])('gives the last two lines of another address: %j', (address, place) => {
  expect(toShipTo(address)).toBe(place);
});
