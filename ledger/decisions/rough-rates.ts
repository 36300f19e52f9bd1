// Approximate rates per euro, for judging the size of a payment in a currency without a current
// rate (rates of the operator's file take precedence). Nothing is exchanged or booked at them.
// Source: fawazahmed0/exchange-api for 29 September 2026 (`v1/currencies/eur.json` of the npm
// package @fawazahmed0/currency-api 2026.9.29, SHA-256
// 7e5a415e3d973f4e74e1b9b19af57c6325def29de8b2e3bba3d4a8619aa75e6b), three digits each. The rates
// age: payments in a currency that falls fast are judged too large, never too small.

const PER_EURO = (
  'AED 4.17 AFN 72.7 ALL 92 AMD 413 ANG 2.05 AOA 1040 ARS 1730 AWG 2.03 AZN 1.93 BAM 1.96 BBD 2.27 BDT 140 ' +
  'BGN 1.96 BHD 0.427 BIF 3410 BMD 1.14 BND 1.45 BOB 13.8 BSD 1.14 BTN 109 BWP 15.5 BYN 3.44 BZD 2.29 ' +
  'CDF 2630 CLP 1100 COP 3830 CRC 517 CUP 27.3 CVE 110 DJF 202 DOP 65.6 DZD 152 EGP 59.1 ERN 17 ETB 185 ' +
  'FJD 2.54 FKP 0.858 GEL 2.95 GHS 13.2 GIP 0.858 GMD 84.4 GNF 10000 GTQ 8.67 GYD 238 HNL 30.5 HTG 149 ' +
  'IQD 1490 IRR 1560000 JMD 180 JOD 0.805 KES 147 KGS 99.4 KHR 4610 KMF 492 KPW 1020 KWD 0.351 KYD 0.945 ' +
  'KZT 501 LAK 25500 LBP 102000 LKR 376 LRD 196 LSL 18.7 LYD 7.27 MAD 11 MDL 20.1 MGA 4990 MKD 61.5 ' +
  'MMK 2390 MNT 4090 MOP 9.18 MRU 45.5 MUR 54.1 MVR 17.6 MWK 1970 MZN 72.5 NAD 18.7 NGN 1510 NIO 41.7 ' +
  'NPR 175 OMR 0.437 PAB 1.14 PEN 3.88 PGK 5.08 PKR 315 PYG 6680 QAR 4.14 RSD 118 RUB 96 RWF 1680 SAR 4.26 ' +
  'SBD 9.14 SCR 16.2 SDG 682 SHP 0.858 SLE 26 SOS 648 SRD 42.8 SSP 6490 STN 24.7 SVC 9.94 SYP 14800 ' +
  'SZL 18.7 TJS 10.5 TMT 3.98 TND 3.37 TOP 2.74 TTD 7.71 TWD 36.2 TZS 3000 UAH 51 UGX 4450 UYU 45.6 ' +
  'UZS 13400 VED 973 VES 973 VND 29500 VUV 135 WST 3.14 XAF 656 XCD 3.08 XCG 2.05 XOF 656 XPF 119 YER 269 ' +
  'ZMW 22.3 ZWG 30.5'
).split(' ');

const unitsPerEuro = new Map(
  PER_EURO.flatMap((code, index) =>
    index % 2 === 0 ? [[code, Number(PER_EURO[index + 1])] as const] : [],
  ),
);

/**
 * Approximate value in euros; null for an unknown currency.
 * @param units whole currency units
 */
export function roughEuros(units: number, currency: string): number | null {
  const rate = unitsPerEuro.get(currency);
  return rate === undefined ? null : units / rate;
}
