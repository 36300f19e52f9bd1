// Common names of many countries, of people who are on no list.

const GIVEN_TEXT = `
Olivia Emma Amelia James Robert William Jennifer Linda Patricia Thomas Charles Daniel Matthew
Anthony Lukas Leon Hannah Lena Felix Jonas Marie Sophie Camille Julien Antoine Chloe Pierre
Mathilde Luca Giulia Marco Chiara Francesco Alessandro Lucia Javier Carmen Alejandro Sofia Mateo
Valentina Santiago Camila Diego Gabriela Fernando Jose Maria Juan Carlos Luis Ana Joao Pedro
Beatriz Tiago Mariana Anastasia Dmitri Sergei Natalia Ivan Olga Alexei Ekaterina Mikhail Tatiana
Andrei Svetlana Oleksandr Oksana Piotr Agnieszka Katarzyna Tomasz Jan Eva Petr Jana Istvan Zsofia
Andreea Mihai Elena Nikos Eleni Yiannis Mehmet Ayse Mustafa Fatma Emre Zeynep Ahmed Mohammed
Fatima Omar Aisha Youssef Layla Hassan Khalid Noor Ibrahim Mariam Ali Zainab Hussein Amina Karim
Samira Reza Maryam Amir Parisa Mohammad Farid Shirin Imran Ayesha Bilal Sana Rahul Priya Amit
Anjali Arjun Deepa Vikram Lakshmi Wei Li Jing Yan Hui Min Xin Hao Yuki Haruto Sakura Kenji Minjun
Jiwoo Seoyeon Minh Linh Thanh Huong Siti Budi Putri Agus Chinedu Ngozi Oluwaseun Adaeze Kwame Ama
Abena Thabo Zanele Tendai Wanjiru Otieno
`;
const FAMILY = `
Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker
White Mueller Schmidt Schneider Fischer Weber Wagner Becker Hoffmann Dubois Moreau Laurent
Lefebvre Garnier Rossi Russo Ferrari Bianchi Romano Colombo Garcia Martinez Lopez Gonzalez
Rodriguez Fernandez Sanchez Perez Ramirez Torres Flores Rivera Gomez Diaz Vargas Castillo Mendoza
Silva Santos Oliveira Pereira Costa Almeida Ivanov Petrov Sidorov Kuznetsov Smirnov Volkov Popov
Sokolov Lebedev Morozov Kovalenko Shevchenko Bondarenko Nowak Kowalski Wisniewski Novak Svoboda
Dvorak Nagy Kovacs Popescu Ionescu Papadopoulos Georgiou Yilmaz Kaya Demir Celik Sahin Hassan
Ahmed Khan Hussain Malik Sheikh Rahman Abdullah Ibrahim Mansour Haddad Khoury Nasser Saleh Farouk
Hamdan Ahmadi Hosseini Karimi Rahimi Moradi Sharma Patel Singh Gupta Reddy Nair Iyer Mehta Wang
Zhang Chen Liu Yang Huang Zhao Wu Zhou Xu Tanaka Suzuki Watanabe Kobayashi Kim Lee Park Choi
Nguyen Tran Pham Le Wijaya Santoso Hidayat Okafor Adeyemi Mensah Boateng Dlamini Nkosi Moyo Kamau
Ochieng Jansen Visser Bakker Andersson Johansson Larsen Hansen Korhonen Virtanen
`;
const FIRMS = `
Northern Harbour Blue River Silver Oak Green Valley Summit Crescent Pacific Atlas Orion Meridian
Golden Gate Bright Star Coastal Highland Cedar Falcon Emerald Granite Horizon Liberty Maple
Pioneer
`;
const TRADES = `
Trading Shipping Foods Textiles Logistics Energy Construction Software Pharma Motors Foundation
Investments Travel Import Export Electronics Agriculture Consulting Media Plastics
`;
const FORMS = 'Ltd LLC Inc GmbH S.A. Co. B.V. Corp PLC'.split(' ');

const listOf = (text: string) => text.trim().split(/\s+/);
export const GIVEN_NAMES = listOf(GIVEN_TEXT);
export const FAMILY_NAMES = listOf(FAMILY);
export const FIRM_WORDS = listOf(FIRMS);
export const FIRM_TRADES = listOf(TRADES);
export const FIRM_FORMS = FORMS;
