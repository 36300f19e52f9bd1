// Frequent names of countries for which the sources of frequent.txt.gz have few names: families of
// Iran, Afghanistan, Pakistan, Bangladesh, India, of the Gulf, Egypt, the Levant and the Maghreb,
// and given names of Korea, in the spellings that passports use. Written by hand, from general
// knowledge.

export const FURTHER_FREQUENT: readonly string[] =
  // Iran and Afghanistan.
  (
    'moradi kazemi mousavi moosavi musavi rezaei rezaee rezai karimi jafari rahimi hashemi ebrahimi sadeghi akbari ' +
    'norouzi nowruzi heidari heydari ghasemi qasemi asadi abbasi amiri bagheri davoodi eskandari farahani fallahi ghorbani ' +
    'habibi hajizadeh heydarian jalali kamali kazemzadeh khosravi maleki mirzaei mirzaee moghaddam mohammadzadeh mahmoudi ' +
    'mohseni nazari nikzad parvizi rostami safari salehi shafiei shahbazi sharifi soltani taheri tavakoli yazdani yousefi ' +
    'zamani zarei noori nouri popal stanikzai wardak yousafzai safi sediqi sultani haidari amini azizi faizi barakzai ' +
    // Pakistan, Bangladesh and India.
    'raza butt qureshi siddiqui siddiqi mirza awan bhatti javed javaid chaudhry rana sheikh shaikh baig mughal ansari ' +
    'abbasi kiani niazi shahzad akhtar aslam saleem nawaz rashid bashir haider zaidi naqvi rizvi bukhari gilani hashmi ' +
    'memon soomro khokhar gondal cheema sandhu dar lone bibi begum khatun akter akhter sultana hossain miah mia talukder ' +
    'sarker sarkar mondal mandal biswas howlader bhuiyan bhuiya haque hoque uddin molla mollah sikder karmakar majumder ' +
    'yadav tiwari mishra pandey dubey dwivedi trivedi shukla srivastava saxena agarwal aggarwal bansal mittal goyal jain ' +
    'mehta shah desai joshi deshmukh deshpande gaikwad chavan chauhan shinde bhosale pawar jadhav more kadam reddy rao naidu ' +
    'iyer iyengar menon pillai nambiar varma rathore rathod thakur solanki parmar makwana malhotra kapoor khanna chopra ' +
    'arora bhatia sethi gill dhillon sidhu grewal bajwa brar prasad mahato munda oraon ' +
    // The Gulf and Yemen; the article "al" is written apart from the name, or as its beginning.
    'qahtani alqahtani ghamdi alghamdi otaibi alotaibi utaybi shehri alshehri shahrani dosari aldosari dossary mutairi ' +
    'almutairi zahrani alzahrani harbi alharbi shammari alshammari anazi alanazi enezi juhani aljohani johani malki almalki ' +
    'subaie alsubaie rashidi alrashidi balawi albalawi asiri yami mansoori almansoori mansouri kaabi alkaabi ketbi alketbi ' +
    'shamsi alshamsi nuaimi alnuaimi mazrouei almazrouei dhaheri aldhaheri hammadi alhammadi balushi albalushi busaidi ' +
    'albusaidi kindi alkindi hinai alhinai maamari almaamari lawati ajmi alajmi enezi rasheedi azmi thani kuwari alkuwari ' +
    'marri almarri hajri alhajri sanani hamdani maqtari ' +
    // Iraq, the Levant, Egypt, Sudan and the Maghreb.
    'jubouri aljubouri jabouri tamimi altamimi rubaie dulaimi aldulaimi obeidi alobaidi ubaidi janabi aljanabi saadi alsaadi ' +
    'zubaidi maliki khafaji bayati azzawi haddad khoury khouri najjar hallak halabi shami masri homsi hamwi khatib alkhatib ' +
    'darwish sabbagh nasser nassar mansour marzouk saleh salem salim haddadin odeh awad qasem hamdan shaheen barakat ' +
    'shaaban ramadan fathy fawzy elsayed alsayed sayed shehata attia metwally abdelaziz abdelrahman abdelfattah mahrous ' +
    'elsherif sharif gaber ghoneim badawi osman bashir idris elamin alaoui alami bennani tazi benjelloun idrissi elidrissi ' +
    'bouaziz benali benamor benomar trabelsi jebali gharbi ayari chaabane hamdi mejri khelifi boudiaf brahimi meziane saidi ' +
    'belkacem mebarki cherif ' +
    // Korea.
    'minjun jihoon jihun hyunwoo seojun jiwoo minseo jiyoung sungmin donghyun sanghoon junghoon younghee mikyung hyejin ' +
    'eunyoung jungsook kyungsook jaehyun seungho youngsoo youngho jinwoo soyoung eunji yujin'
  ).split(' ');
